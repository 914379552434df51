import Glibc
import PlayheadTestEnvironment
import Testing

/// Random runs of players and queues with everything that they can do. They take 10 ms each in a debug
/// build, so there are few: `PLAYHEAD_RUNS` is another number of runs. To repeat a failed run, set
/// `PLAYHEAD_RUN` to its number. `scripts/search playback` does many in an optimized build.
@Suite struct PlaybackRunTests {
  private static let batchCount = 8
  private static let usualCount = UInt64(TestEffort.rounds(160))

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  /// A run that has failed, and its check.
  struct FormerProblem: CustomTestStringConvertible {
    let testDescription: String
    let number: UInt64
  }

  private static let formerProblems: KeyValuePairs<String, UInt64> = [
    "a queue leaves an item whose late start is beyond its damage": 2_235,
    "the playhead does not resume at the end of the sound that was written": 5_540,
    "a queue shares an output while the playhead waits for its sound": 19_514,
    "a seek of a paused player with an open output is answered": 12_024,
    "a seek before loading is answered with sound": 34_669,
    "sound that was stopped at a forward end comes to the end of the media": 23_964,
    "sound that was stopped at a forward end comes to the end at another rate, too": 39_577,
    "the playhead leaves the start of a loop at which it has waited for media": 26_369,
    "the playhead leaves the start of a loop after a change of the rate": 55_816,
    "a loop to the end of the media does not release the output to the next item": 81_031,
    "a loop does not release the output to the next item after a seek": 76_303,
    "the playhead does not wait for less than a nanosecond of sound": 88_972,
    "no sound is taken between a forward end and the next play": 4_294_968_947,
    "fast sound begins although the read-ahead does not fill the output": 4_295_006_868,
    "no timer expects that a clock moves at once that has fallen back": 8_589_935_484,
    "a late timer only completes the subscription to an item that its queue has left": 22_512,
    "a change of the rate replaces a pass that a subscription cannot store": 8_589_981_658,
    "sound whose start is later than all that is read ahead begins": 4_295_023_534,
    "sound of a queue whose start is later than all that is read ahead begins": 4_295_049_527,
    "fast sound of a queue begins although the read-ahead does not fill the output": 4_295_011_799,
  ]

  @Test(arguments: formerProblems.map(FormerProblem.init))
  func staysSolved(_ former: FormerProblem) {
    let problems = PlaybackRun(number: former.number, isRecorded: true).findProblems()
    #expect(problems == nil)
  }

  @Test(arguments: 0..<8)
  func nothingWaitsForever(batch: Int) {
    let share = Int(Self.number("PLAYHEAD_RUNS") ?? Self.usualCount) / Self.batchCount
    let only = Self.number("PLAYHEAD_RUN").map { batch == 0 ? [$0] : [] }
    let series = (batch * share..<(batch + 1) * share).lazy.map(PlaybackRun.number)
    for number in only ?? Array(series) {
      if PlaybackRun(number: number, isRecorded: false).findProblems() == nil { continue }
      let problems = PlaybackRun(number: number, isRecorded: true).findProblems()
      Issue.record("run \(number):\n\(problems ?? "")")
    }
  }

  @Test func runsContainAllThatTheyAreMeantFor() {
    var missing = Set(PlaybackRun.Feature.allCases)
    for index in 0..<600 where !missing.isEmpty {
      let run = PlaybackRun(number: PlaybackRun.number(at: index), isRecorded: false)
      _ = run.findProblems()
      missing.subtract(run.features)
    }
    #expect(missing.isEmpty)
  }
}
