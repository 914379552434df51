import Timekeeping

/// The number of frames heard as a function of the host instant: pieces of lines that never fall.
struct FrameCurve {
  /// A line from an instant until the next piece.
  struct Piece {
    var instant: HostInstant
    /// The number of frames heard at `instant`.
    var frame: Double
    var framesPerNanosecond: Double

    func frame(at instant: HostInstant) -> Double {
      if framesPerNanosecond == 0 { return frame }
      return frame + self.instant.nanoseconds(to: instant) * framesPerNanosecond
    }
  }

  /// In order of time. The first one also applies to earlier instants.
  private var pieces: [Piece]

  init() {
    pieces = [Piece(instant: HostInstant(nanoseconds: 0), frame: 0, framesPerNanosecond: 0)]
    pieces.reserveCapacity(8)
  }

  func frame(at instant: HostInstant) -> Double {
    var index = pieces.count - 1
    while index > 0, pieces[index].instant > instant { index -= 1 }
    let frame = pieces[index].frame(at: instant)
    return index + 1 < pieces.count ? min(frame, pieces[index + 1].frame) : frame
  }

  /// Returns the first instant when a number of frames is reached, or an earlier one if it was
  /// reached in a piece that has been forgotten; nil if it is never reached.
  func instant(of frame: Double) -> HostInstant? {
    for (index, piece) in pieces.enumerated() {
      if piece.frame >= frame { return piece.instant }
      guard piece.framesPerNanosecond > 0 else { continue }
      let time = ((frame - piece.frame) / piece.framesPerNanosecond).rounded(.up)
      guard let count = Int64(exactly: time) else { continue }
      var instant = piece.instant.advanced(byNanoseconds: count)
      // The division may have been rounded down.
      if piece.frame(at: instant) < frame { instant = instant.advanced(byNanoseconds: 1) }
      if index + 1 == pieces.count || instant < pieces[index + 1].instant { return instant }
    }
    return nil
  }

  /// Replaces everything from an instant on. The first of the new pieces begins there.
  mutating func replace(from instant: HostInstant, with next: Piece...) {
    while let last = pieces.last, last.instant >= instant { pieces.removeLast() }
    pieces.append(contentsOf: next)
  }

  /// Stays at a number of frames as soon as they are reached, at `instant` or later.
  ///
  /// Returns when that is; nil if the curve does not reach so many frames.
  mutating func end(at frame: Double, from instant: HostInstant) -> HostInstant? {
    let current = self.frame(at: instant)
    guard let end = current >= frame ? instant : self.instant(of: frame) else { return nil }
    let last = Piece(instant: end, frame: max(current, frame), framesPerNanosecond: 0)
    replace(from: end, with: last)
    return end
  }

  /// Discards the pieces that ended before an instant, except the last of them.
  mutating func forget(before instant: HostInstant) {
    let current = pieces.lastIndex { $0.instant <= instant } ?? 0
    if current > 1 { pieces.removeFirst(current - 1) }
  }
}

extension HostInstant {
  /// Returns the time from this instant to `other`, negative if `other` is earlier.
  func nanoseconds(to other: HostInstant) -> Double {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return overflow ? Double(other.nanoseconds) - Double(nanoseconds) : Double(difference)
  }
}
