import PlaybackSession
import PlayheadKit
import Testing

@testable import PlayheadPlayCommands
@testable import PlayheadRecords
@testable import PlayheadTerminal

@Suite struct SessionRequestTests {
  @Test(arguments: [
    ("play", SessionRequest.setPaused(false)), ("  pause\t", .setPaused(true)),
    ("toggle\r", .togglePause),
    ("seek 1:30", .seek(.point(.fromStart(.seconds(90))))),
    ("seek +5", .seek(.seconds(5))), ("seek -5", .seek(.seconds(-5))),
    ("seek -1:30", .seek(.seconds(-90))), ("seek 50%", .seek(.point(.share(millionths: 500_000)))),
    ("rate 1.5", .setRate(Rate(3, 2))), ("next", .next), ("previous", .previous),
    ("position", .reportPosition), ("quit", .quit(status: nil)),
    ("chapter -1", .seek(.chapters(-1))),
    ("chapter +1", .seek(.chapters(1))), ("step 3", .step(3)), ("loop", .toggleLoop),
    ("volume +5", .changeVolume(5)), ("volume -10", .changeVolume(-10)), ("mute", .setMuted(nil)),
    ("mute on", .setMuted(true)), ("mute off", .setMuted(false)), ("mute toggle", .setMuted(nil)),
  ])
  func linesAreParsedAsCommands(line: String, command: SessionRequest) throws {
    #expect(try SessionRequest(line: line) == command)
  }

  @Test(arguments: ["", " ", "\t \r"])
  func aBlankLineIsIgnored(line: String) throws {
    #expect(try SessionRequest(line: line) == nil)
  }

  @Test(arguments: [
    "sekk 5", "seek", "seek 5 6", "seek +-5", "seek -", "seek +50%", "seek 101%", "rate 0",
    "rate 17", "rate -1", "rate fast", "pause now", "chapter 0", "step 1.5", "PLAY",
    "\u{1B}[2J", "seek \u{7}", "\u{FFFD}\u{0}", "seek 99999999999999999999",
    "volume", "volume 201", "volume loud", "volume 5 5", "mute now", "mute on off",
    String(repeating: "x", count: 4_096),
  ])
  func anInvalidLineIsOneErrorWithoutControlCharacters(line: String) throws {
    let error = try #require(throws: ControlError.self) { _ = try SessionRequest(line: line) }
    #expect(error.text.count < 250)
    #expect(error.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }

  @Test func aKeyWithoutEffectSaysSo() throws {
    for key in [Key.character("x"), .character("~")] {
      #expect(throws: ControlError(.unknownKey)) {
        _ = try SessionRequest(forKey: key, hasSound: true)
      }
    }
    for key in [Key.character("m"), .character("/"), .character("*")] {
      #expect(throws: ControlError(.noSound)) {
        _ = try SessionRequest(forKey: key, hasSound: false)
      }
      #expect(try SessionRequest(forKey: key, hasSound: true) == SessionRequest(key))
    }
    #expect(try SessionRequest(forKey: .character("p"), hasSound: false) == .togglePause)
  }

  @Test func raisingAndLoweringTheRateRestoresIt() {
    var rate = Rate.normal
    for _ in 0..<6 { rate = rate.multiplied(by: 11, 10) }
    for _ in 0..<6 { rate = rate.multiplied(by: 10, 11) }
    #expect(rate == .normal)
    for _ in 0..<99 { rate = rate.multiplied(by: 2, 1) }
    #expect(rate == Rate(16, 1))
    for _ in 0..<99 { rate = rate.multiplied(by: 1, 2) }
    #expect(rate == Rate(1, 10))
  }

  @Test func chaptersAreFoundForwardAndBack() {
    var info = MediaInfo(name: "a.mkv", container: "matroska", tracks: [], isSeekable: true)
    #expect(ChapterList(info).start(1, from: .zero) == nil)
    info.chapters = [30, 0, 10].map {
      Chapter(start: .seconds($0), end: .seconds($0), title: "\($0)")
    }
    let chapters = ChapterList(info)
    #expect(chapters.start(1, from: .seconds(3)) == .seconds(10))
    #expect(chapters.start(2, from: .seconds(3)) == .seconds(30))
    #expect(chapters.start(1, from: .seconds(30)) == nil)
    // Far into a chapter, going back leads to its start; near its start, to the previous chapter.
    #expect(chapters.start(-1, from: .seconds(20)) == .seconds(10))
    #expect(chapters.start(-1, from: .seconds(12)) == .zero)
    #expect(chapters.start(-1, from: .seconds(1)) == .zero)
    #expect(chapters.title(at: .seconds(12)) == "10")
  }

  @Test(arguments: [(40, 10), (60, 10), (80, 8), (30, 14)])
  func theKeyHelpFitsIntoALowWindow(columns: Int, rows: Int) {
    let lines = SessionRequest.keyHelp(columns: columns, rows: rows)
    #expect(lines.count < rows && lines.allSatisfy { $0.count < columns }, "\(lines.count)")
    let text = lines.joined(separator: " ")
    for key in ["space", "PgUp", "bksp", "q quit", ", .", "/ *"] { #expect(text.contains(key)) }
  }

  @Test(arguments: [20, 63, 64, 65, 80, 200])
  func theKeyHelpShowsEveryKeyInAnyWindow(columns: Int) {
    let lines = SessionRequest.keyHelp(columns: columns)
    for key in ["space", "PgUp", "bksp", "q  ", ", .", "/ *"] {
      #expect(lines.contains { $0.contains(key) })
    }
    #expect(lines.count == 8 ? lines.allSatisfy { $0.count < columns } : lines.count == 16)
  }
}
