/// The map from host instant to media time: an anchor pair and a rate.
///
/// A position is computed afresh each time, so no error adds up, over any time. Whatever changes
/// the map (a seek, a pause, a rate) sets a new anchor.
public struct Timeline: Hashable, Sendable {
  /// The media time at `hostAnchor`.
  public let mediaAnchor: MediaTime
  public let hostAnchor: HostInstant
  public let rate: Rate

  public init(mediaAnchor: MediaTime, hostAnchor: HostInstant, rate: Rate) {
    self.mediaAnchor = mediaAnchor
    self.hostAnchor = hostAnchor
    self.rate = rate
  }

  /// The media time at a host instant: the anchor itself before and at the anchor, then whole
  /// nanoseconds, rounded down.
  public func position(at instant: HostInstant) -> MediaTime {
    guard instant > hostAnchor, !rate.isPaused else { return mediaAnchor }
    let elapsed = Int128(instant.nanoseconds) - Int128(hostAnchor.nanoseconds)
    let played = elapsed * Int128(rate.numerator) / Int128(rate.denominator)
    return .nanoseconds(Int64(clamping: anchorNanoseconds + played))
  }

  /// The first host instant at which the position is `time` or later: the anchor's where it is
  /// already there, nil where it never comes to be.
  public func instant(of time: MediaTime) -> HostInstant? {
    if time <= mediaAnchor { return hostAnchor }
    if rate.isPaused { return nil }
    let distance = Int128(time.nanoseconds(rounding: .up)) - anchorNanoseconds
    let elapsed = (distance * Int128(rate.denominator))
      .divided(by: Int128(rate.numerator), rounding: .up)
    // An anchor between two nanoseconds counts as the later: one more, so that time has passed.
    return Int64(exactly: Int128(hostAnchor.nanoseconds) + max(elapsed, 1))
      .map(HostInstant.init(nanoseconds:))
  }

  /// Rounded up: a reading just after the anchor must not lie before it.
  private var anchorNanoseconds: Int128 { Int128(mediaAnchor.nanoseconds(rounding: .up)) }
}
