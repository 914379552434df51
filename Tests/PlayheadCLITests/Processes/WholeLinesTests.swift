import PlayheadProcesses
import PlayheadTestEnvironment
import Testing

@Suite struct WholeLinesTests {
  private func append(_ text: String, to lines: inout WholeLines) -> String {
    String(decoding: lines.append(Array(text.utf8)[...]), as: UTF8.self)
  }

  @Test func onlyCompleteLinesAreReturned() {
    var lines = WholeLines()
    #expect(append("one\ntwo\nthr", to: &lines) == "one\ntwo\n" && !lines.isEmpty)
    #expect(append("", to: &lines) == "" && append("ee", to: &lines) == "")
    #expect(append("\n", to: &lines) == "three\n" && lines.isEmpty)
    #expect(append("rest", to: &lines) == "")
    #expect(String(decoding: lines.removeRest(), as: UTF8.self) == "rest\n")
    #expect(lines.isEmpty && lines.removeRest().isEmpty)
    // The slice of a larger buffer.
    #expect(lines.append(Array("xx\nyy".utf8)[1..<4]) == Array("x\n".utf8))
  }

  /// The output of a command may have no lines.
  @Test func aLineOfMoreThan4096BytesIsDivided() {
    var lines = WholeLines()
    let most = String(repeating: "x", count: 4_096)
    #expect(append(most, to: &lines) == "" && !lines.isEmpty)
    #expect(append("y", to: &lines) == most + "y\n" && lines.isEmpty)
    #expect(append("one\n" + most + "y", to: &lines) == "one\n" + most + "y\n" && lines.isEmpty)
  }

  @Test func theBytesAreTheSameHoweverTheyAreDivided() {
    let text = Array("a\n\nbcd\nef\n\ng".utf8)
    var random = SplitMix64(seed: 22)
    for _ in 0..<100 {
      var (lines, returned, rest) = (WholeLines(), [UInt8](), text[...])
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...4, using: &random))
        let complete = lines.append(piece)
        #expect(complete.last.map { $0 == 10 } ?? true)
        returned += complete
        rest = rest.dropFirst(piece.count)
      }
      #expect(returned + lines.removeRest() == text + [10])
    }
  }
}
