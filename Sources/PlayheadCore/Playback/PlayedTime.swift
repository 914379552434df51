import PlayheadTimekeeping

/// How much media has been played, in media time. Media played twice counts twice.
struct PlayedTime: Hashable, Codable {
  /// The amount before the last discontinuity.
  private let past: MediaTime
  /// The position of that discontinuity, where playback continued.
  private let anchor: MediaTime

  init(_ past: MediaTime = .zero, from anchor: MediaTime = .zero) {
    self.past = past
    self.anchor = anchor
  }

  /// Returns the amount when the playhead has reached `position` without a discontinuity.
  func total(at position: MediaTime) -> MediaTime {
    guard position > anchor else { return past }
    return position.subtracting(anchor).flatMap { past.adding($0) } ?? past
  }
}
