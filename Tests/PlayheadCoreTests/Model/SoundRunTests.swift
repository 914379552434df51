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
  /// samples too few for a device to start, of which the next file has left (704,940), and expectations about seams
  /// (3124, 707,676).
  @Test(arguments: [1596, 1822, 3124, 3383, 700_146, 704_940, 707_676] as [UInt64])
  func aFoundRunHasNoProblem(number: UInt64) {
    let problems = SoundRun(number: number, isRecorded: true).findProblems()
    #expect(problems == nil)
  }
}
