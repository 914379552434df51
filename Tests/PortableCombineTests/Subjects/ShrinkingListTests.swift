import PlayheadTestEnvironment
import Testing

@testable import PortableCombine

@Suite struct ShrinkingListTests {
  /// An element that counts how often its index is read or written, and whether it is vacant.
  private struct Element: ListedElement {
    final class Object {
      let number: Int
      var place = -1
      var steps = 0

      init(_ number: Int) { self.number = number }
    }

    let object: Object
    var isRemoved = false

    var index: Int {
      get { place() }
      nonmutating set {
        object.steps += 1
        object.place = newValue
      }
    }

    var isVacant: Bool {
      object.steps += 1
      return isRemoved
    }

    var vacated: Element { Element(object: object, isRemoved: true) }

    private func place() -> Int {
      object.steps += 1
      return object.place
    }
  }

  @Test(arguments: ["creation", "reverse", "every third", "random"])
  func theStepsOfARemovalDoNotGrowWithTheList(order: String) {
    let count = 100_000
    var random = SplitMix64(seed: 1)
    let objects = (0..<count).map { Element.Object($0) }
    var list = ShrinkingList<Element>()
    for object in objects { list.append(Element(object: object)) }
    let order: [Int] =
      switch order {
      case "creation": Array(0..<count)
      case "reverse": (0..<count).reversed()
      case "every third": (0..<3).flatMap { Array(stride(from: $0, to: count, by: 3)) }
      default: (0..<count).shuffled(using: &random)
      }
    var mistakes = 0
    for number in order {
      let removed = list.remove(at: objects[number].place)
      if removed?.object !== objects[number] || removed?.object.place != -1 { mistakes += 1 }
    }
    #expect(mistakes == 0)
    #expect(list.elements.isEmpty)
    #expect(objects.reduce(0) { $0 + $1.steps } <= 8 * count)
  }

  @Test func theRestKeepsItsOrder() {
    var random = SplitMix64(seed: 2)
    var list = ShrinkingList<Element>()
    var kept: [Element.Object] = []
    for number in 0..<2_000 {
      if random.next().isMultiple(of: 3), let object = kept.randomElement(using: &random) {
        #expect(list.remove(at: object.place)?.object === object)
        kept.removeAll { $0 === object }
      } else {
        kept.append(Element.Object(number))
        list.append(Element(object: kept[kept.count - 1]))
      }
      #expect(list.elements.count <= 2 * kept.count)
    }
    let rest = list.elements.filter { !$0.isRemoved }
    #expect(rest.map(\.object.number) == kept.map(\.number))
    #expect(kept.allSatisfy { list[$0.place]?.object === $0 })
    #expect(list[-1] == nil)
  }
}
