import PlayheadTimekeeping

@testable import PlayheadCore

/// A playback clock as the model follows it. Times are in nanoseconds.
///
/// The position is that of an anchor, plus the time that has passed on the clock since. It never
/// decreases: after the clock has fallen back, it is constant until the clock has caught up. After a
/// fall of more than half a second, it continues from where it is.
struct ModelClock {
  let clock: any PlaybackClock
  private var anchor: (media: MediaTime, time: Int64)
  /// The reading since which the speed is measured.
  private var sample: (host: Int64, time: Int64)
  /// The speed of the clock, from which the playhead moves until the next reading.
  private var speed = 1.0

  init(_ clock: any PlaybackClock, at now: HostInstant) {
    self.clock = clock
    anchor = (.zero, 0)
    sample = (now.nanoseconds, 0)
    sample.time = time(at: now)
    anchor.time = sample.time
  }

  private func time(at instant: HostInstant) -> Int64 {
    let (seconds, attoseconds) = clock.time(at: instant).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  mutating func setAnchor(at position: MediaTime, _ instant: HostInstant) {
    anchor = (position, time(at: instant))
  }

  /// Returns the line of the playhead from now on.
  mutating func line(from position: MediaTime, rate: Rate, at now: HostInstant) -> Timeline {
    let time = time(at: now)
    let passed = (host: now.nanoseconds - sample.host, time: time - sample.time)
    if passed.host >= 20_000_000, passed.time >= 0 {
      speed = min(max(Double(passed.time) / Double(passed.host), 0.5), 2)
      sample = (now.nanoseconds, time)
    }
    if passed.time < -500_000_000 {
      (anchor, sample) = ((position, time), (now.nanoseconds, time))
    }
    let wanted = Timeline(
      mediaAnchor: anchor.media, hostAnchor: HostInstant(nanoseconds: anchor.time), rate: rate
    ).position(at: HostInstant(nanoseconds: time))
    // After a fall, the clock reaches the anchor again later.
    let delay = Int64(max(Double(anchor.time - time) / speed, 0))
    let start = now.advanced(byNanoseconds: delay)
    let line = Timeline(
      mediaAnchor: wanted, hostAnchor: start, rate: Rate(rate.doubleValue * speed) ?? rate)
    if wanted >= position { return line }
    return Timeline(
      mediaAnchor: position, hostAnchor: line.instant(of: position) ?? start, rate: line.rate)
  }
}
