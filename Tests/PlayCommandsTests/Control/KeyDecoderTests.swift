import PlaybackSession
import PlayheadTestEnvironment
import Testing

@testable import PlayheadPlayCommands
@testable import PlayheadTerminal

@Suite struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return Array(text.utf8).compactMap { decoder.decode($0) }
  }

  @Test func arrowKeysAreDecodedInBothModes() {
    #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(keys("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD") == [.up, .down, .right, .left])
    #expect(keys("\r") == [.enter] && keys("\n") == [.enter])
    #expect(keys("\u{1B}[5~\u{1B}[6~\u{7F}\u{8}") == [.pageUp, .pageDown, .backspace, .backspace])
  }

  @Test(arguments: [
    "\u{1B}[1;2C", "\u{1B}[15~", "\u{1B}[200~", "\u{1B}[H", "\u{1B}[[A", "\u{1B}OP", "\u{1B}q",
    "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}]11;qqq\u{1B}\\", "\u{1B}P1$rq\u{1B}\\", "\u{1B}[?62;4c",
    "\u{1B}[<0;5;6M", "\u{1B}[ q", "\u{1B}[12345678901234567890~", "é曲🎵", "\u{1}\t",
    "\u{1B}[55~", "\u{1B}[5;3~",
  ])
  func unknownSequencesAreSkippedCompletely(sequence: String) {
    #expect(keys(sequence + "q") == [.character("q")])
  }

  @Test func aLoneEscapeIsIgnoredAfterATimeout() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(0x1B) == nil && decoder.isWithinSequence)
    decoder.timeOut()
    #expect(!decoder.isWithinSequence)
    #expect(decoder.decode(UInt8(ascii: "q")) == .character("q"))
    #expect(keys("\u{1B}\u{1B}[C") == [.right])
    #expect(keys("\u{1B}[12\u{1B}[C") == [.right])
  }

  @Test func randomBytesNeitherTrapNorBlockLaterKeys() {
    var decoder = KeyDecoder()
    var seed: UInt64 = 1
    for _ in 0..<TestEffort.rounds(200_000) {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      _ = decoder.decode(UInt8(truncatingIfNeeded: seed >> 33))
    }
    decoder.timeOut()
    #expect(decoder.decode(UInt8(ascii: "q")) == .character("q"))
  }

  @Test func keysHaveTheSameMeaningAsInMpv() {
    func command(_ key: Key) -> SessionRequest? { SessionRequest(key) }
    #expect(command(.left) == .seek(.seconds(-5)) && command(.up) == .seek(.seconds(60)))
    #expect(command(.right) == .seek(.seconds(5)) && command(.down) == .seek(.seconds(-60)))
    #expect(command(.pageUp) == .seek(.chapters(1)) && command(.pageDown) == .seek(.chapters(-1)))
    #expect(command(.backspace) == .setRate(.normal))
    #expect(command(.character("3")) == .seek(.point(.share(millionths: 300_000))))
    #expect(command(.character("[")) == .multiplyRate(10, 11))
    #expect(command(.character("]")) == .multiplyRate(11, 10))
    #expect(command(.character("{")) == .multiplyRate(1, 2))
    #expect(command(.character("}")) == .multiplyRate(2, 1))
    #expect(command(.character(".")) == .step(1) && command(.character(",")) == .step(-1))
    #expect(
      command(.character(" ")) == .togglePause && command(.character("q")) == .quit(status: nil))
    #expect(command(.character("p")) == .togglePause)
    #expect(command(.character("n")) == .next && command(.character("P")) == .previous)
    #expect(command(.character(">")) == .next && command(.character("<")) == .previous)
    #expect(command(.enter) == .next)
    #expect(command(.character("l")) == .toggleLoop && command(.character("?")) == .showHelp)
    #expect(command(.character("Z")) == nil)
  }
}
