/// A place where a part of one fingerprint may be found in another one.
struct AnchorMatch: Equatable, Sendable {
  /// The score below which a match is only chance.
  static let leastScore = 5.0
  /// The number of places for each part: the sound may repeat itself.
  static let greatestCount = 3
  /// The number of frames around a match that belong to it.
  static let width = 8

  /// The time of the middle of the part in seconds.
  var time: Double
  /// The time of the same sound in the other fingerprint.
  var otherTime: Double
  /// How much greater the correlation is than its usual deviation from 0.
  var score: Double

  /// The match as seen from the other fingerprint.
  var swapped: AnchorMatch { AnchorMatch(time: otherTime, otherTime: time, score: score) }

  var distance: Double { otherTime - time }

  /// Whether a later match may be on the same line, at any drift that recorders have.
  func isContinued(by next: AnchorMatch) -> Bool {
    abs(next.distance - distance) <= 0.04 + abs(next.time - time) * Drift.greatest
  }
}

/// The limits of a credible drift.
enum Drift {
  /// The greatest difference between the clocks of two recordings, as a share.
  static let greatest = 1.1e-3
}
