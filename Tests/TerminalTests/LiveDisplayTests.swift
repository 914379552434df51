import Glibc
import PlayheadKit
import Testing

@testable import PlayheadOutputs
@testable import PlayheadTerminal

@Suite struct LiveDisplayTests {
  private static func content() -> StatusLineContent {
    var progress = PlayheadProgress(
      position: .seconds(1), hostInstant: HostInstant(nanoseconds: 0), rate: .normal,
      state: .playing, cause: .interval)
    progress.duration = MediaDuration(time: .seconds(10), isExact: true)
    return StatusLineContent(progress, rate: .normal)
  }

  /// A display on a manual clock, and its output since the previous reading.
  private final class Stage {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let display: LiveDisplay
    private let reading: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      reading = ends[0]
      display = LiveDisplay(
        RecordOutput(descriptor: ends[1], isOwned: true),
        style: TerminalStyle(environment: { $0 == "TERM" ? "xterm" : nil }, wantsColors: false),
        clock: clock, columns: { 80 }, isShown: { true })
    }

    deinit { close(reading) }

    func written() -> String {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(reading, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  @Test func aNoteIsShownOnTheStatusLineForTwoSeconds() throws {
    let stage = try Stage()
    stage.display.show { Self.content() }
    stage.clock.advance(by: .milliseconds(100))
    #expect(stage.written().contains("playing 0:01.0"))
    stage.display.showNote("at the last chapter")
    stage.clock.advance(by: .milliseconds(1_999))
    let noted = stage.written()
    #expect(noted.contains("at the last chapter") && !noted.contains("\n"))
    stage.clock.advance(by: .milliseconds(1))
    let after = stage.written()
    #expect(after.contains("playing 0:01.0") && !after.contains("at the last chapter"))
    // Nothing is drawn while nothing changes.
    stage.clock.advance(by: .seconds(60))
    #expect(stage.written().isEmpty)
  }
}
