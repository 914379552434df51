import PlayheadAttaching
import PlayheadServing
import PlayheadTimekeeping

/// Another machine's clock, as the answers of a server show it: a position that advances at rate 1.
///
/// An answer bounds the server's clock at its receipt: it was read after the question was sent. The estimator of
/// players' positions intersects these bounds and measures the drift, so that the shortest round trips count. It states
/// half of the shortest round trip, because nothing shows how long each way took.
package struct ServerClock: Sendable {
  /// The number of answers of which the one with the shortest round trip counts first: a machine may be slow at first.
  private static let firstCount = 12
  /// For how long these answers are awaited.
  private static let patience = Duration.seconds(1)

  /// The readings until the clock is known.
  private var first: [PositionReading] = []
  private var estimator: PositionEstimator?
  /// Whether the system clocks of both machines are known better than by round trips.
  package private(set) var isDisciplined = false
  /// Whether the system clocks contradict the round trips, as after one of them was set.
  package private(set) var isContradicted = false

  package init() {}

  /// Receives an answer, and the system clock of this machine, which is nil if nothing disciplines it.
  package mutating func receive(
    _ answer: TimelineDatagram, at now: HostInstant, system: SystemTime? = nil
  ) {
    let sent = answer.asked.advanced(by: answer.received.duration(to: answer.sent))
    guard answer.asked <= sent, sent <= now else { return }
    let reading = PositionReading(
      sent: sent, received: now, value: .nanoseconds(answer.sent.nanoseconds))
    if estimator == nil {
      first.append(reading)
      let elapsed = first[0].received.duration(to: now)
      if first.count < Self.firstCount, elapsed < Self.patience { return }
      begin()
    } else {
      _ = estimator?.add(reading)
    }
    compare(system, answer, at: now)
  }

  private mutating func begin() {
    let start = first.map(\.sent).min() ?? HostInstant(nanoseconds: 0)
    var estimator = PositionEstimator(PositionHabits(noise: .microseconds(10), drift: 40))
    estimator.setRate(.normal, since: start, received: start)
    let sorted = first.sorted {
      $0.sent.duration(to: $0.received) < $1.sent.duration(to: $1.received)
    }
    for reading in sorted { _ = estimator.add(reading) }
    (self.estimator, first) = (estimator, [])
  }

  /// Takes the system clocks of both machines, unless they contradict the round trips.
  private mutating func compare(
    _ system: SystemTime?, _ answer: TimelineDatagram, at now: HostInstant
  ) {
    (isDisciplined, isContradicted) = (false, false)
    guard let system, let other = answer.systemTime, let known = instant(at: now) else { return }
    let error: Duration = .nanoseconds(system.error) + .nanoseconds(other.error)
    let value = now.advanced(by: .nanoseconds(system.zero) - .nanoseconds(other.zero))
    let difference = known.instant.duration(to: value)
    isContradicted = max(difference, .zero - difference) > error + known.uncertainty
    isDisciplined = error < known.uncertainty && !isContradicted
    guard isDisciplined else { return }
    let least = value.advanced(by: .zero - error)
    _ = estimator?.add(
      PositionReading(
        sent: now.advanced(by: error * -2), received: now, value: .nanoseconds(least.nanoseconds)))
  }

  /// Returns the server's clock at an instant of this machine, and by how much that may be wrong; nil if not known.
  package func instant(at now: HostInstant) -> (instant: HostInstant, uncertainty: Duration)? {
    guard let estimate = estimator?.estimate(at: now) else { return nil }
    let position = estimate.timeline.position(at: now).nanoseconds(rounding: .down)
    return (HostInstant(nanoseconds: position), estimate.uncertainty)
  }
}
