import Foundation
import Glibc
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadOutputs

/// The log of `--log-file` of mpv.
@Suite struct MessageLogTests {
  private func open(_ path: String) -> Int32 {
    Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  }

  @Test func eachLineHasTheTimeSinceTheStartAndItsLevel() throws {
    let folder = try TemporaryDirectory()
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 7_000_000_000))
    do {
      let log = MessageLog(open(folder.path("log")), clock: clock)
      log.write("begin", level: "i")
      clock.advance(by: .milliseconds(1_250))
      log.write("broken", level: "e")
      clock.advance(by: .seconds(12_345))
      log.write("late", level: "v")
    }
    #expect(
      try String(contentsOfFile: folder.path("log"), encoding: .utf8) == """
        [   0.000][i][cplayer] begin
        [   1.250][e][cplayer] broken
        [12346.250][v][cplayer] late

        """)
  }

  @Test func onlyAnEmptyFileOrSuchALogIsReplaced() throws {
    let folder = try TemporaryDirectory()
    for (text, isReplaced) in [("", true), ("[   0.000][i]", true), ("[x", false), ("[", false)] {
      let descriptor = open(try folder.write(Data(text.utf8), to: "file"))
      defer { close(descriptor) }
      #expect(MessageLog.canReplace(descriptor) == isReplaced, "\(text)")
    }
  }
}
