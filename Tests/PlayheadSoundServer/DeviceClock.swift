import PlayheadTimekeeping

/// The clock of a device: how many samples it has played at an instant.
package struct DeviceClock: Sendable {
  private struct Piece {
    var instant: HostInstant
    var sampleCount: Double
    /// Samples per second.
    var rate: Double
  }

  private var pieces: [Piece]

  /// Creates a clock that starts with no samples.
  ///
  /// - Parameters:
  ///   - instant: When it starts.
  ///   - rate: Samples per second.
  package init(at instant: HostInstant, rate: Double) {
    pieces = [Piece(instant: instant, sampleCount: 0, rate: rate)]
  }

  /// Returns the number of samples played at an instant after the start, with a fraction.
  package func sampleCount(at instant: HostInstant) -> Double {
    let piece = pieces.last { $0.instant <= instant } ?? pieces[0]
    return piece.sampleCount
      + Double(instant.nanoseconds - piece.instant.nanoseconds) * piece.rate / 1_000_000_000
  }

  /// Changes the clock from an instant on.
  ///
  /// - Parameters:
  ///   - instant: When it changes; not before the last change.
  ///   - rate: Samples per second; 0 while the device is frozen.
  ///   - burst: The number of samples that are played at once.
  package mutating func change(at instant: HostInstant, rate: Double, burst: Int = 0) {
    let count = sampleCount(at: instant) + Double(burst)
    pieces.append(Piece(instant: instant, sampleCount: count, rate: rate))
  }

  /// The current rate, in samples per second.
  package var rate: Double { pieces[pieces.count - 1].rate }
}
