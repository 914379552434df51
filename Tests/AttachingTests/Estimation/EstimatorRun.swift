import PlayheadTestEnvironment
import PlayheadTimekeeping

@testable import PlayheadAttaching

/// An estimator that follows a simulated player, and a record of how well it does.
struct EstimatorRun {
  var player: SimulatedPlayer
  var estimator: PositionEstimator
  let bound: Duration
  /// The present instant in nanoseconds.
  private(set) var now: Int64 = 0
  /// The requests whose replies are under way.
  private var replies: [Reply] = []
  private var last: (instant: Int64, position: Int64)?

  /// A request whose reply is under way.
  private struct Reply {
    let sent: Int64
    /// The instant when the player computes the value or takes the one that it holds.
    let formed: Int64
    let received: Int64
    var value: MediaTime?
  }

  /// The number of requests.
  private(set) var readings = 0
  /// The number of checks, and of those that found the truth within the uncertainty.
  private(set) var checks = 0
  private(set) var covered = 0
  /// The published positions that are before earlier ones without a discontinuity.
  private(set) var backward = 0
  /// The jumps of the published position that no event explains.
  private(set) var jumps = 0
  /// The contradictions within the noise.
  private(set) var widenings = 0
  /// The greatest error of a published position, in nanoseconds.
  private(set) var worst: Int64 = 0
  /// The sum of the stated uncertainties, in nanoseconds.
  private var uncertainties: Int64 = 0

  init(
    _ model: SimulatedPlayer.Model, _ habits: PositionHabits, bound: Duration = .milliseconds(5),
    position: Int64 = 1_234_567_890, speed: Int64 = 1_000_000, seed: UInt64 = 1
  ) {
    player = SimulatedPlayer(model, position: position, speed: speed, seed: seed)
    estimator = PositionEstimator(habits)
    self.bound = bound
    estimator.setRate(rate, since: instant, received: instant)
  }

  var instant: HostInstant { HostInstant(nanoseconds: now) }
  var rate: Rate { Rate(Int32(player.speed), 1_000_000) }
  /// The mean of the stated uncertainties in milliseconds.
  var meanUncertainty: Double { Double(uncertainties) / Double(max(checks, 1)) / 1e6 }
  /// The stated uncertainty now, in milliseconds.
  var uncertainty: Double {
    estimator.estimate(at: instant).map { $0.uncertainty / .milliseconds(1) } ?? .infinity
  }

  /// Starts to count again.
  mutating func resetCounts() {
    (readings, checks, covered, backward, jumps, widenings) = (0, 0, 0, 0, 0, 0)
    (worst, uncertainties) = (0, 0)
  }

  /// Plays for some seconds.
  mutating func play(seconds: Double) {
    let end = now + Int64(seconds * 1e9)
    while true {
      let request = estimator.nextReading(after: instant, bound: bound)?.nanoseconds ?? .max
      let formed = replies.first { $0.value == nil }?.formed ?? .max
      let reply = replies.first?.received ?? .max
      let next = min(request, formed, reply)
      check(until: min(next, end))
      guard next < end else { break }
      now = max(now, next)
      if formed == next {
        formValues(until: next)
      } else if reply == next {
        receive(replies.removeFirst())
      } else {
        ask()
      }
    }
    now = end
  }

  /// Changes the speed of the player at an instant within the last milliseconds, and reports the event.
  mutating func change(
    speed: Int64, position: Int64? = nil, reportsPosition: Bool = true, isReported: Bool = true
  ) {
    let since = instant
    let happened = now + player.number(in: 0...2_000_000)
    formValues(until: happened)
    player.change(speed: speed, position: position, at: happened)
    now = happened + player.number(in: 0...2_000_000)
    guard isReported else { return }
    last = nil
    if let position {
      estimator.restart(
        at: reportsPosition ? .nanoseconds(position) : nil, since: since, received: instant)
    }
    estimator.setRate(rate, since: since, received: instant)
  }

  private mutating func ask() {
    estimator.willRead(at: instant)
    readings += 1
    let model = player.model
    if model.lost > 0, player.number(in: 1...Int64(model.lost)) == 1 { return }
    var trip = player.number(in: model.roundTrip)
    if model.late > 0, player.number(in: 1...Int64(model.late)) == 1 {
      trip += player.number(in: 0...80_000_000)
    }
    // A player replies in order.
    let received = max(now + trip, (replies.last?.received ?? 0) + 10_000)
    let formed = player.number(in: max(now, replies.last?.formed ?? now)...received)
    replies.append(Reply(sent: now, formed: formed, received: received))
  }

  /// Forms the values of the replies up to an instant, in the order of time.
  private mutating func formValues(until end: Int64) {
    for index in replies.indices where replies[index].value == nil && replies[index].formed <= end {
      replies[index].value = player.value(at: replies[index].formed)
    }
  }

  private mutating func receive(_ reply: Reply) {
    guard let value = reply.value else { return }
    let reading = PositionReading(
      sent: HostInstant(nanoseconds: reply.sent),
      received: HostInstant(nanoseconds: reply.received), value: value)
    switch estimator.add(reading, at: instant) {
    case .widened: widenings += 1
    case .restarted(let from, _):
      if from != nil { jumps += 1 }
      last = nil
    case .corrected:
      jumps += 1
      last = nil
    case .consistent, .ignored: break
    }
  }

  /// Compares the published position with the truth at some instants.
  private mutating func check(until end: Int64) {
    guard end > now else { return }
    for instant in [now, player.number(in: now...end), end - 1] {
      guard let estimate = estimator.estimate(at: HostInstant(nanoseconds: instant)) else { return }
      let position = estimate.timeline.mediaAnchor.nanoseconds(rounding: .down)
      let error = abs(position - player.position(at: instant))
      let uncertainty = Int64((estimate.uncertainty / .nanoseconds(1)).rounded())
      checks += 1
      covered += error <= uncertainty + 1 ? 1 : 0
      worst = max(worst, error)
      uncertainties += uncertainty
      if let last, last.instant <= instant, position < last.position { backward += 1 }
      last = (instant, position)
    }
  }
}
