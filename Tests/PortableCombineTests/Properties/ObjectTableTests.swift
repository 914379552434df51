import Testing

@testable import PortableCombine

@Suite struct ObjectTableTests {
  final class Object {}

  @Test func theFirstValueCounts() {
    let object = Object()
    var table = ObjectTable<Int>()
    #expect(table[object] == nil)
    #expect(table.add(1, for: object).0 == 1)
    #expect(table.add(2, for: object).0 == 1)
    #expect(table[object] == 1)
  }

  @Test func doesNotGrowWithObjectsThatAreGone() {
    var table = ObjectTable<Int>()
    let kept = (0..<10).map { _ in Object() }
    for object in kept { _ = table.add(1, for: object) }
    for number in 0..<1000 { _ = table.add(number, for: Object()) }
    #expect(table.count <= 32)
    #expect(kept.allSatisfy { table[$0] == 1 })
  }
}
