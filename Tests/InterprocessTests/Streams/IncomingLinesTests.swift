import PlayheadInterprocess
import PlayheadTestEnvironment
import Testing

@Suite struct IncomingLinesTests {
  private func take(_ lines: inout IncomingLines, _ text: some Collection<UInt8>) -> [String] {
    Array(text).withUnsafeBytes { lines.append($0) }
    var taken: [String] = []
    while let line = lines.next() { taken.append(String(decoding: line, as: UTF8.self)) }
    return taken
  }

  @Test func linesAreTheSameHoweverTheyAreDivided() {
    let text = Array("{}\n\n{\"a\":1}\r\n\u{0}é\nlast".utf8)
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var lines = IncomingLines()
      var taken: [String] = []
      var rest = text[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        taken += take(&lines, rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(taken == ["{}", "", "{\"a\":1}\r", "\u{0}é"])
      #expect(!lines.hasLine && !lines.isTooLong)
      #expect(take(&lines, [10]) == ["last"])
    }
  }

  @Test func aLineThatIsTooLongIsFoundBeforeItsEnd() {
    var lines = IncomingLines()
    let most = [UInt8](repeating: 0x78, count: IncomingLines.longest)
    #expect(take(&lines, most).isEmpty)
    #expect(!lines.isTooLong)
    #expect(take(&lines, [10]).map(\.count) == [most.count])
    #expect(take(&lines, most + [0x78]).isEmpty)
    #expect(lines.isTooLong)
    #expect(take(&lines, [10]).isEmpty)
  }

  @Test func linesBeforeOneThatIsTooLongAreReturned() {
    var lines = IncomingLines()
    let text = Array("a\n".utf8) + [UInt8](repeating: 0x78, count: IncomingLines.longest + 1)
    #expect(take(&lines, text) == ["a"])
    #expect(lines.isTooLong)
  }
}
