import Glibc
import Testing

/// Random runs of players and queues with everything that they can do. They take 20 ms each in a debug
/// build, so there are few: `PLAYHEAD_RUNS` is another number of runs. To repeat a failed run, also set
/// `PLAYHEAD_RUN` to its number.
@Suite struct PlaybackRunTests {
  private static let batchCount: UInt64 = 8
  private static let usualCount: UInt64 = getenv("PLAYHEAD_SANITIZER") == nil ? 400 : 40

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func nothingWaitsForever(batch: UInt64) {
    let share = (Self.number("PLAYHEAD_RUNS") ?? Self.usualCount) / Self.batchCount
    for number in batch * share..<(batch + 1) * share {
      if let only = Self.number("PLAYHEAD_RUN"), only != number { continue }
      if PlaybackRun(number: number, isRecorded: false).findProblems() == nil { continue }
      let problems = PlaybackRun(number: number, isRecorded: true).findProblems()
      Issue.record("run \(number):\n\(problems ?? "")")
    }
  }
}
