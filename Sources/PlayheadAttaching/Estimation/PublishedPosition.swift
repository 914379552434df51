import PlayheadTimekeeping

/// The position that is published: it approaches the middle of the bounds by at most 0.5 % of the speed,
/// and then advances as the middle does.
struct PublishedPosition: Equatable, Sendable {
  /// The timeline during the correction; the only one if nothing is being corrected.
  private let first: Timeline
  /// The timeline after the correction; nil if nothing is being corrected.
  private let settled: Timeline?

  /// The part of the speed by which a correction may change it, as a divisor.
  private static let slewDivisor: Int128 = 200
  /// A lesser error is not corrected, in nanoseconds.
  private static let smallest: Int128 = 1_000

  /// Creates a position that approaches `target`, the middle of the bounds, which advances at the given speed.
  init(from start: Int128, to target: Int128, at instant: HostInstant, speed: Speed) {
    let error = target - start
    let slew = Speed(billionths: speed.billionths / Self.slewDivisor)
    let anchor = MediaTime.nanoseconds(Int64(clamping: start))
    guard error.magnitudeClamped >= Self.smallest,
      let length = slew.nanoseconds(for: error.magnitudeClamped)
    else {
      first = Timeline(mediaAnchor: anchor, hostAnchor: instant, rate: speed.rate)
      settled = nil
      return
    }
    let changed = speed.billionths + (error < 0 ? -slew.billionths : slew.billionths)
    first = Timeline(
      mediaAnchor: anchor, hostAnchor: instant, rate: Speed(billionths: changed).rate)
    let end = instant.advanced(by: length)
    settled = Timeline(mediaAnchor: first.position(at: end), hostAnchor: end, rate: speed.rate)
  }

  /// The instant from which it is defined.
  var start: HostInstant { first.hostAnchor }

  /// Returns the position at an instant, in nanoseconds.
  func nanoseconds(at instant: HostInstant) -> Int128 {
    let timeline = settled.flatMap { $0.hostAnchor <= instant ? $0 : nil } ?? first
    return Int128(timeline.position(at: instant).nanoseconds(rounding: .down))
  }

  /// Returns the timeline at an instant, and when the next one begins; an item whose sound has not begun is at zero.
  func timeline(at instant: HostInstant) -> (timeline: Timeline, end: HostInstant?) {
    let instant = max(instant, start)
    let current = settled.flatMap { $0.hostAnchor <= instant ? $0 : nil } ?? first
    let (position, next) = (
      current.position(at: instant), current == first ? settled?.hostAnchor : nil
    )
    if position < .zero {
      let held = Timeline(mediaAnchor: .zero, hostAnchor: instant, rate: .paused)
      return (held, [current.instant(of: .zero), next].compactMap(\.self).min())
    }
    return (Timeline(mediaAnchor: position, hostAnchor: instant, rate: current.rate), next)
  }

  /// Returns whether an error can be corrected without a jump: within a second.
  static func canSlew(_ error: Int128, at speed: Speed) -> Bool {
    error.magnitudeClamped <= speed.billionths / slewDivisor
  }
}
