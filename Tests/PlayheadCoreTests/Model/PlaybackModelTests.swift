import Glibc
import Testing

/// The machine against the model, over random sequences of what users and media do.
@Suite struct PlaybackModelTests {
  /// Fewer while a sanitizer watches (`scripts/run-tests`), which takes ten times as long.
  private static let sequencesOfABatch: UInt64 = getenv("PLAYHEAD_SANITIZER") == nil ? 200 : 20

  /// A sequence that fails is run again by its number.
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
