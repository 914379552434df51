import PlayheadTimekeeping

/// The number of samples heard as a function of the host instant: pieces of lines that never fall.
struct SampleCurve {
  /// A line from an instant until the next piece.
  struct Piece {
    var instant: HostInstant
    /// The number of samples heard at `instant`.
    var sample: Double
    var samplesPerNanosecond: Double

    func sample(at instant: HostInstant) -> Double {
      if samplesPerNanosecond == 0 { return sample }
      return sample + self.instant.nanoseconds(to: instant) * samplesPerNanosecond
    }
  }

  /// In order of time. The first one also applies to earlier instants.
  private var pieces: [Piece]

  init() {
    pieces = [Piece(instant: HostInstant(nanoseconds: 0), sample: 0, samplesPerNanosecond: 0)]
    pieces.reserveCapacity(8)
  }

  func sample(at instant: HostInstant) -> Double {
    var index = pieces.count - 1
    while index > 0, pieces[index].instant > instant { index -= 1 }
    let sample = pieces[index].sample(at: instant)
    return index + 1 < pieces.count ? min(sample, pieces[index + 1].sample) : sample
  }

  /// Returns the number of samples heard per nanosecond from an instant until the next piece.
  func samplesPerNanosecond(at instant: HostInstant) -> Double {
    let piece = pieces.last { $0.instant <= instant } ?? pieces[0]
    return piece.samplesPerNanosecond
  }

  /// Returns the first instant when a number of samples is reached; nil if it never is.
  func instant(of sample: Double) -> HostInstant? {
    // It is an earlier one if the number was reached in a piece that has been forgotten.
    for (index, piece) in pieces.enumerated() {
      if piece.sample >= sample { return piece.instant }
      // The next piece ends this one, even if it begins with fewer samples than this one would reach.
      if index + 1 < pieces.count, sample > pieces[index + 1].sample { continue }
      guard piece.samplesPerNanosecond > 0 else { continue }
      let time = ((sample - piece.sample) / piece.samplesPerNanosecond).rounded(.up)
      guard let count = Int64(exactly: time) else { continue }
      var instant = piece.instant.advanced(byNanoseconds: count)
      // The division may have been rounded down.
      if piece.sample(at: instant) < sample { instant = instant.advanced(byNanoseconds: 1) }
      if index + 1 == pieces.count || instant < pieces[index + 1].instant { return instant }
    }
    return nil
  }

  /// Returns the instant when the next piece begins; nil if the last one applies already.
  func nextPiece(after instant: HostInstant) -> HostInstant? {
    pieces.first { $0.instant > instant }?.instant
  }

  /// Replaces everything from an instant on. The first of the new pieces begins there.
  mutating func replace(from instant: HostInstant, with next: Piece...) {
    while let last = pieces.last, last.instant >= instant { pieces.removeLast() }
    pieces.append(contentsOf: next)
  }

  /// Stays at a number of samples as soon as they are reached, from `instant` on; returns when, nil if they never are.
  mutating func end(at sample: Double, from instant: HostInstant) -> HostInstant? {
    let current = self.sample(at: instant)
    guard let end = current >= sample ? instant : self.instant(of: sample) else { return nil }
    let last = Piece(instant: end, sample: max(current, sample), samplesPerNanosecond: 0)
    replace(from: end, with: last)
    return end
  }

  /// Discards the pieces that ended before an instant, except the last one.
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
