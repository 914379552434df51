/// The map from host instants to media times: an anchor pair and a rate.
///
/// Each position is computed from the anchor, so no error accumulates, however long playback lasts.
/// Every change of the map (a seek, a pause, a rate change) sets a new anchor.
public struct Timeline: Hashable, Sendable {
  /// The media time at `hostAnchor`.
  public let mediaAnchor: MediaTime
  /// The host instant at `mediaAnchor`.
  public let hostAnchor: HostInstant
  /// The rate from the anchor on.
  public let rate: Rate

  /// Creates a timeline from an anchor pair and a rate.
  ///
  /// - Parameters:
  ///   - mediaAnchor: The media time at `hostAnchor`.
  ///   - hostAnchor: The host instant from which the media time advances.
  ///   - rate: The media seconds per host second.
  public init(mediaAnchor: MediaTime, hostAnchor: HostInstant, rate: Rate) {
    self.mediaAnchor = mediaAnchor
    self.hostAnchor = hostAnchor
    self.rate = rate
  }

  /// Returns the media time at a host instant.
  ///
  /// Until the host anchor, and while paused, the result is `mediaAnchor` itself. After it, the
  /// result is in whole nanoseconds, rounded down.
  ///
  /// - Parameter instant: A host instant, on the clock of `hostAnchor`.
  /// - Returns: The media time, which is not limited to the media that exists.
  public func position(at instant: HostInstant) -> MediaTime {
    guard instant > hostAnchor, !rate.isPaused else { return mediaAnchor }
    let elapsed = Int128(instant.nanoseconds) - Int128(hostAnchor.nanoseconds)
    let played = elapsed * Int128(rate.numerator) / Int128(rate.denominator)
    return .nanoseconds(Int64(clamping: anchorNanoseconds + played))
  }

  /// Returns the earliest host instant when the position is `time` or later.
  ///
  /// - Parameter time: A media time.
  /// - Returns: The host anchor if `time` is not after the media anchor; nil if the position never
  ///   reaches `time`.
  public func instant(of time: MediaTime) -> HostInstant? {
    if time <= mediaAnchor { return hostAnchor }
    if rate.isPaused { return nil }
    let distance = Int128(time.nanoseconds(rounding: .up)) - anchorNanoseconds
    let elapsed = (distance * Int128(rate.denominator))
      .divided(by: Int128(rate.numerator), rounding: .up)
    // A fractional anchor is rounded up, which can make the elapsed time 0. The instant must be
    // later.
    return Int64(exactly: Int128(hostAnchor.nanoseconds) + max(elapsed, 1))
      .map(HostInstant.init(nanoseconds:))
  }

  /// The media anchor in nanoseconds, rounded up, so that no position after the anchor precedes it.
  private var anchorNanoseconds: Int128 { Int128(mediaAnchor.nanoseconds(rounding: .up)) }
}
