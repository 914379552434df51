import PlayheadTimekeeping

/// Places recorded parts on the host's clock: a device takes samples steadily, and the instants at which they are read
/// scatter.
///
/// The median of how late parts are read moves the line, so that a thread that was late now and then does not.
package struct RecordingClock {
  /// A greater median shows that samples were lost, in nanoseconds: the line jumps.
  private static let greatest: Int64 = 20_000_000
  /// The number of parts of a median: at first, and later.
  private static let (shortest, longest) = (8, 64)

  private let sampleRate: Int64
  /// The instant after the last part; nil before the first one.
  private var line: HostInstant?
  /// How late parts were read, in nanoseconds.
  private var late: [Int64] = []
  private var length = RecordingClock.shortest
  /// What each part still moves the line.
  private var correction: Int64 = 0

  /// Creates a clock of a device with so many samples per second.
  package init(sampleRate: Int) { self.sampleRate = Int64(max(sampleRate, 1)) }

  /// Returns the instant after a part that was read now, when the device had taken it for some nanoseconds.
  package mutating func end(
    of sampleCount: Int, takenFor latency: Int64 = 0, now: HostInstant
  ) -> HostInstant {
    min(advance(sampleCount, to: now.advanced(byNanoseconds: -latency)), now)
  }

  private mutating func advance(_ sampleCount: Int, to read: HostInstant) -> HostInstant {
    let time = Int64(clamping: Int128(sampleCount) * 1_000_000_000 / Int128(sampleRate))
    guard let before = line else {
      line = read
      return read
    }
    let expected = before.advanced(byNanoseconds: time).advanced(byNanoseconds: correction)
    line = expected
    late.append(Int64(clamping: Int128(read.nanoseconds) - Int128(expected.nanoseconds)))
    if late.count >= length { settle() }
    return line ?? expected
  }

  /// Moves the line by the median of the last parts.
  private mutating func settle() {
    let median = late.sorted()[late.count / 2]
    late = []
    // Soon all at once, later little by little: the device's clock is as steady as the host's.
    if length == Self.shortest || median.magnitude > Self.greatest.magnitude {
      line = line?.advanced(byNanoseconds: median)
      correction = 0
    } else {
      correction = median / 2 / Int64(Self.longest)
    }
    length = Self.longest
  }
}
