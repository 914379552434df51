import PlayheadTestEnvironment
import Testing

/// Compares the machine with the model in random sequences of requests and media events.
@Suite struct PlaybackModelTests {
  private static let sequencesOfABatch = UInt64(TestEffort.rounds(60))

  /// To repeat a failed sequence, run its number alone.
  @Test(arguments: 0..<15 as Range<UInt64>)
  func theMachineDoesWhatTheModelDoes(batch: UInt64) {
    compare(batch, hasClock: false)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func theMachineFollowsAPlaybackClockAsTheModelDoes(batch: UInt64) {
    compare(batch, hasClock: true)
  }

  private func compare(_ batch: UInt64, hasClock: Bool) {
    for number in 0..<Self.sequencesOfABatch {
      let number = batch * Self.sequencesOfABatch + number
      var comparison = PlaybackComparison(number: number, hasClock: hasClock)
      guard comparison.run(actions: 40) else {
        Issue.record(
          "sequence \(number):\n\(comparison.journal.joined(separator: "\n"))")
        return
      }
    }
  }
}
