import PlayheadTimekeeping

@testable import PlayheadCore

// Fuzz/ builds this file with a link to SplitMix64.swift.
#if canImport(PlayheadTestEnvironment)
  import PlayheadTestEnvironment
#endif

/// A playback clock with random speeds that jumps ahead and falls back.
final class RandomClock: PlaybackClock {
  private struct Segment {
    var start: Int64
    var time: Int64
    /// Thousandths of the speed of the host clock.
    var speed: Int64
  }

  private let segments: [Segment]

  /// Creates a clock for the first minute of the host's time, with segments of at most this many
  /// milliseconds.
  init(using numbers: inout SplitMix64, longestSegment: Int64 = 8_000) {
    var segments = [Segment(start: 0, time: 1_000_000_000, speed: 1_000)]
    while let last = segments.last, last.start < 60_000_000_000 {
      let length = Int64.random(in: 1...longestSegment, using: &numbers) * 1_000_000
      let leap = [0, 0, 15, 300, 3_000, -100, -400, -3_000].randomElement(using: &numbers) ?? 0
      segments.append(
        Segment(
          start: last.start + length,
          time: last.time + length / 1_000 * last.speed + Int64(leap) * 1_000_000,
          speed: [0, 500, 999, 1_000, 1_001, 1_500].randomElement(using: &numbers) ?? 1_000))
    }
    self.segments = segments
  }

  func time(at instant: HostInstant) -> Duration {
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= instant.nanoseconds { low = middle } else { high = middle }
    }
    let segment = segments[low]
    return .nanoseconds(
      segment.time + (instant.nanoseconds - segment.start) / 1_000 * segment.speed)
  }
}
