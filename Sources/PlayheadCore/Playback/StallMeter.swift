import Timekeeping

/// How long the playhead has been held in stalls, in the host's time.
struct StallMeter {
  /// In nanoseconds, without the present stall.
  private var past: Int64 = 0
  private var start: HostInstant?

  /// Records that a stall has begun at `instant`, or that none is present any more.
  mutating func note(isStalled: Bool, at instant: HostInstant) {
    if let start = start.take() { past += max(instant.nanoseconds - start.nanoseconds, 0) }
    if isStalled { start = instant }
  }

  func total(at now: HostInstant) -> Duration {
    let present = start.map { max(now.nanoseconds - $0.nanoseconds, 0) } ?? 0
    return .nanoseconds(past) + .nanoseconds(present)
  }
}
