import PlayheadTimekeeping

/// The positions that `revert-seek` goes back to, as in mpv.
struct SeekMarks {
  /// Seeks that follow each other within this time are reverted together.
  private static let pause = Duration.seconds(2)

  /// The position before the last seeks, or the last return.
  private var departure: MediaTime?
  private var lastSeek: HostInstant?
  /// The position that a client has marked.
  private var marked: MediaTime?
  private var isPermanent = false

  /// Notes a seek from a position.
  mutating func note(_ position: MediaTime?, at now: HostInstant?) {
    guard let position, let now else { return }
    if departure == nil || lastSeek.map({ now > $0.advanced(by: Self.pause) }) ?? true {
      departure = position
    }
    lastSeek = now
  }

  /// Marks a position, to which the next return leads, or all returns.
  mutating func mark(_ position: MediaTime, permanently: Bool) {
    (marked, isPermanent) = (position, permanently)
  }

  /// Returns the position to go back to; nil if there is none.
  mutating func revert(from position: MediaTime) -> MediaTime? {
    guard let target = marked ?? departure else { return nil }
    if !isPermanent { (marked, departure) = (nil, position) }
    return target
  }
}
