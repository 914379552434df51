import PlayheadAttaching
import PlayheadTimekeeping

/// How a kind of timecode arrives.
package struct TimecodeHabits: Hashable, Sendable {
  /// By how much the instant of a timecode may be wrong, either way.
  var noise: Duration
  /// The number of timecodes in order that are believed, and over which the speed is measured.
  var lockCount, window: Int
  /// A speed that differs by no more millionths is the same.
  var tolerance: Int64
  /// The same for the speed between a few timecodes. If it is 0, one timecode after another shows a speed.
  var firstTolerance: Int64
  /// The number of frames without a sign of timecode after which the playhead stands.
  var silence: Int64

  /// Linear timecode, of which each frame is measured to a sample.
  package static let linear = TimecodeHabits(
    noise: .microseconds(40), lockCount: 4, window: 8, tolerance: 1_000,
    firstTolerance: 0, silence: 2)
  /// MIDI timecode, every two frames.
  package static let midi = TimecodeHabits(
    noise: .milliseconds(1), lockCount: 2, window: 12, tolerance: 50_000,
    firstTolerance: .max, silence: 2)
  /// Datagrams, which a network may lose or delay.
  package static let network = TimecodeHabits(
    noise: .milliseconds(2), lockCount: 4, window: 25, tolerance: 50_000,
    firstTolerance: .max, silence: 8)

  /// The habits of a player's values with this noise.
  var position: PositionHabits { PositionHabits(noise: noise, drift: 400) }
}
