import PlayheadMedia
import PlayheadTesting
import PortableCombine
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Frames, keyframes, steps and frame numbers of a player over random sequences of commands,
/// compared with a sorted array of all frame starts.
@Suite struct FrameSequenceTests {
  /// Fewer under a sanitizer, which takes ten times as long.
  private static let sequenceCount = UInt64(TestEffort.rounds(6))

  /// A failing sequence can be run again by its number.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func eachFrameThatThePlayheadPassesIsReportedOnce(batch: UInt64) {
    for number in batch * Self.sequenceCount..<(batch + 1) * Self.sequenceCount {
      var sequence = FrameSequence(number: number)
      sequence.run(actionCount: 30)
      let differences = sequence.differences()
      if differences.isEmpty { continue }
      Issue.record(
        "sequence \(number):\n\((sequence.journal + differences).joined(separator: "\n"))")
      return
    }
  }
}
