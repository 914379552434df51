import Timekeeping

/// A step by frames that is being looked for.
struct PendingStep {
  /// How many frames from the one at `start` it is to go; negative is back.
  var count: Int
  /// The frame that is counted from, once it is known: a step may go further than is read at once.
  var start: MediaTime
  var completion: SeekCompletion?
  /// The first frame that was known when reading last began anew further back, or the end where
  /// none was.
  var triedFrom: MediaTime?

  /// How many frames are looked for at once: those that are read are kept until the step is done.
  static let longestHop: UInt = 1_000
}
