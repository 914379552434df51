import PlayheadTimekeeping

/// Moves the playhead with a `PlaybackClock` from their last common anchor on.
struct ClockDrive {
  private static let greatestFall: Int64 = 500_000_000
  /// The greatest lead over the expected position that is no leap: a device's clock advances by whole buffers of sound.
  static let tolerance = MediaTime.milliseconds(20)

  let clock: any PlaybackClock
  private var media = MediaTime.zero
  private var time: Int64
  /// The last reading for the speed: its host instant, and the clock's time.
  private var sample: (instant: HostInstant, time: Int64)
  private var standstill = Standstill<Int64>()
  /// Seconds of the clock per second of the host.
  private var speed = 1.0

  init(clock: any PlaybackClock, at now: HostInstant) {
    self.clock = clock
    time = ClockDrive.nanoseconds(clock.time(at: now))
    sample = (now, time)
  }

  mutating func anchor(at position: MediaTime, _ instant: HostInstant) {
    media = position
    time = ClockDrive.nanoseconds(clock.time(at: instant))
  }

  /// Returns the timeline of the playhead at `now`, which is never before `position`.
  mutating func timeline(from position: MediaTime, rate: Rate, at now: HostInstant) -> Timeline {
    let time = ClockDrive.nanoseconds(clock.time(at: now))
    measure(time, at: now)
    let moving = standstill.end(time, at: now)
    if time < sample.time, sample.time.subtractingSaturating(time) > ClockDrive.greatestFall {
      (media, self.time, sample) = (position, time, (now, time))
    }
    let wanted = Timeline(
      mediaAnchor: media, hostAnchor: HostInstant(nanoseconds: self.time), rate: rate
    ).position(at: HostInstant(nanoseconds: time))
    // A clock that has fallen back reaches the anchor again later.
    let delay = max(Double(self.time.subtractingSaturating(time)) / self.speed, 0)
    let start = moving.advanced(byNanoseconds: Int64(min(delay, 1e18)))
    let speed = Rate(rate.doubleValue * self.speed) ?? rate
    guard wanted < position else {
      return Timeline(mediaAnchor: wanted, hostAnchor: start, rate: speed)
    }
    let instant = Timeline(mediaAnchor: wanted, hostAnchor: start, rate: speed)
      .instant(of: position)
    return Timeline(mediaAnchor: position, hostAnchor: instant ?? start, rate: speed)
  }

  private mutating func measure(_ time: Int64, at now: HostInstant) {
    let host = now.nanoseconds.subtractingSaturating(sample.instant.nanoseconds)
    guard host >= 20_000_000, time >= sample.time else { return }
    let passed = Double(time.subtractingSaturating(sample.time))
    speed = min(max(passed / Double(host), 0.5), 2)
    sample = (now, time)
  }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    HostInstant(nanoseconds: 0).advanced(by: time).nanoseconds
  }
}

extension Int64 {
  fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
