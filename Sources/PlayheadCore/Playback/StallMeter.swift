import PlayheadTimekeeping

/// Measures how long playback has been stalled, in the host's time.
struct StallMeter: Hashable, Codable {
  /// The time of all finished stalls, in nanoseconds.
  private var past: Int64 = 0
  private var start: HostInstant?

  /// Records that a stall begins at `instant`, or that the current one ends.
  mutating func update(isStalled: Bool, at instant: HostInstant) {
    if let start = start.take() { past += max(instant.nanoseconds - start.nanoseconds, 0) }
    if isStalled { start = instant }
  }

  func total(at now: HostInstant) -> Duration {
    let present = start.map { max($0.duration(to: now), .zero) } ?? .zero
    return .nanoseconds(past) + present
  }
}
