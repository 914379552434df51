import PlayheadTimekeeping

/// Places recorded parts on the host's clock: a device takes samples steadily, and the instants at which they are read
/// scatter.
///
/// A part cannot be read before it was taken, and on a busy machine many are read late, with a latency that is stated
/// wrong. So those that were read soonest, with their own latencies, move the line.
package struct RecordingClock {
  /// A greater error shows that samples were lost, in nanoseconds: the line jumps.
  private static let greatest: Int64 = 20_000_000
  /// The greatest latency of a device, in nanoseconds: drivers state any number.
  private static let greatestLatency: Int64 = 10_000_000_000
  /// The number of parts that move the line at once: at first, and later.
  private static let (shortest, longest) = (8, 64)

  private let sampleRate: Int64
  /// The instant after the last part; nil before the first one.
  private var line: HostInstant?
  /// How much later than the line parts were read, and the latencies of the device then, in nanoseconds.
  private var parts: [(late: Int64, latency: Int64)] = []
  private var length = RecordingClock.shortest
  /// What each part still moves the line.
  private var correction: Int64 = 0

  /// Creates a clock of a device with so many samples per second.
  package init(sampleRate: Int) { self.sampleRate = Int64(max(sampleRate, 1)) }

  /// Returns the instant after a part that was read now, when the device had taken it for some nanoseconds.
  package mutating func end(
    of sampleCount: Int, takenFor latency: Int64 = 0, now: HostInstant
  ) -> HostInstant {
    let latency = min(max(latency, 0), Self.greatestLatency)
    let time = Int64(clamping: Int128(sampleCount) * 1_000_000_000 / Int128(sampleRate))
    let expected =
      line?.advanced(byNanoseconds: time).advanced(byNanoseconds: correction)
      ?? now.advanced(byNanoseconds: -latency)
    line = expected
    let late = Int64(clamping: Int128(now.nanoseconds) - Int128(expected.nanoseconds))
    parts.append((late, latency))
    if parts.count >= length { settle() }
    return min(line ?? expected, now)
  }

  /// Moves the line by the last parts.
  private mutating func settle() {
    // Some may have no latency by mistake.
    let stated = parts.filter { $0.latency > 0 }
    let known = (stated.isEmpty ? parts : stated).sorted { $0.late < $1.late }
    let errors = known.prefix((known.count + 3) / 4).map { $0.late - $0.latency }.sorted()
    let error = errors[errors.count / 2]
    parts = []
    // Soon all at once, later little by little: the device's clock is as steady as the host's.
    if length == Self.shortest || error.magnitude > Self.greatest.magnitude {
      line = line?.advanced(byNanoseconds: error)
      correction = 0
    } else {
      correction = error / 2 / Int64(Self.longest)
    }
    length = Self.longest
  }
}
