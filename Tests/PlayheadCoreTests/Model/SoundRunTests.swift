import Glibc
import PlayheadTestEnvironment
import Testing

/// Compares the sound of players with the model, in random runs. `PLAYHEAD_SOUND_RUN` repeats one.
@Suite struct SoundRunTests {
  private static let runsOfABatch = UInt64(TestEffort.rounds(6))

  @Test(arguments: 0..<8 as Range<UInt64>)
  func whatIsHeardIsWhatTheModelHears(batch: UInt64) {
    let only = getenv("PLAYHEAD_SOUND_RUN").flatMap { UInt64(String(cString: $0)) }
    for number in batch * Self.runsOfABatch..<(batch + 1) * Self.runsOfABatch {
      if let only, only != number { continue }
      if SoundRun(number: number, isRecorded: false).findProblems() == nil { continue }
      let problems = SoundRun(number: number, isRecorded: true).findProblems()
      Issue.record("run \(number):\n\(problems ?? "")")
    }
  }

  /// Runs that have found defects: timers that came late while the sound caught up with the device (3383), or where
  /// sound of another rate began (1596, 1822), a loop that ended when the next pass had been heard (700,146),
  /// samples too few for a device to start, of which the next file has left (704,940), a silence that moved the sound
  /// before it (703,031), a start that was reported before it was requested (712,973) or with the position of long ago
  /// (725,955), samples heard twice (706,361), a player that joined an output during a flush (705,144), timers that
  /// came late when the sound skipped (721,055, 722,879), and expectations about seams, holes, loops and silent servers
  /// (3124, 702,707, 703,232, 707,676, 708,443, 730,474).
  @Test(
    arguments: TestEffort.some(
      [
        1596, 1822, 3124, 3383, 700_146, 702_707, 703_031, 703_232, 704_940, 705_144, 706_361,
        707_676, 708_443, 712_973, 721_055, 722_879, 725_955, 730_474,
      ] as [UInt64]))
  func aFoundRunHasNoProblem(number: UInt64) {
    let problems = SoundRun(number: number, isRecorded: true).findProblems()
    #expect(problems == nil)
  }
}
