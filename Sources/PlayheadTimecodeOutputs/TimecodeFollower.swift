import Dispatch
import PlayheadCore
import PlayheadLocking
import PlayheadTimecode
import PlayheadTimekeeping
import PortableCombine

/// A subscriber that sends the timecode of one playhead.
protocol TimecodeFollowing: Subscriber<PlayheadProgress, Never>, AnyObject, Sendable {
  /// The object that is followed.
  var playhead: ObjectIdentifier { get }

  /// Opens the place on the queue, which a server may delay.
  func open(on queue: DispatchQueue)
  /// Ends where the playhead is.
  func end(at progress: PlayheadProgress)
  func end()
}

/// Sends messages about one playhead.
///
/// Everything happens on the queue of its sender: values of the subscription, and a timer that opens the place again,
/// and with a delay sends between these values.
final class TimecodeFollower: TimecodeFollowing {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  private struct State {
    var machine: TimecodeMachine
    var encoder: TimecodeEncoder
    /// Whether the course of the playhead is known.
    var hasCourse = false
    /// The subscription and the timer; nil when the follower has ended.
    var subscription: (any Subscription)?
    var timer: (any HostTimer)?
  }

  let playhead: ObjectIdentifier

  private let connection: TimecodeConnection
  private let clock: any HostClock
  private let wallTime: @Sendable (HostInstant) -> Int64
  private let state: Locked<State>

  init(
    _ playhead: ObjectIdentifier, to connection: TimecodeConnection, _ machine: TimecodeMachine,
    _ encoder: TimecodeEncoder, clock: any HostClock,
    wallTime: @escaping @Sendable (HostInstant) -> Int64
  ) {
    self.playhead = playhead
    (self.connection, self.clock, self.wallTime) = (connection, clock, wallTime)
    state = Locked(State(machine: machine, encoder: encoder))
  }

  /// Makes the timer for what happens between values of the subscription.
  func useTimer(on queue: DispatchQueue) {
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.sendDue() }
    state.withLock { $0.timer = timer }
  }

  func open(on queue: DispatchQueue) { _ = connection.open(at: clock.now) }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    state.withLock { state in
      guard state.subscription != nil else { return }
      let isFirst = !state.hasCourse
      state.hasCourse = true
      state.machine.record(PlayheadCourse(progress, isFirst: isFirst))
    }
    sendDue()
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { end() }

  /// Ends the follower after it has sent where the playhead stopped, if it has. That is not delayed.
  func end(at progress: PlayheadProgress) {
    if progress.state != .playing {
      let end = state.withLock { state in
        state.machine.record(PlayheadCourse(progress, isFirst: true))
        return state.machine.newestStart
      }
      sendDue(until: end)
    }
    end()
  }

  /// Ends the follower. Nothing is sent any more.
  func end() {
    let (subscription, timer) = state.withLock { ($0.subscription.take(), $0.timer.take()) }
    subscription?.cancel()
    timer?.cancel()
  }

  private func sendDue(until end: HostInstant? = nil) {
    // This may take long, so the instant is read afterwards.
    var isNew = connection.open(at: clock.now)
    let now = max(clock.now, end ?? clock.now)
    while true {
      let step = state.withLock { $0.subscription == nil ? nil : $0.machine.next(at: now) }
      guard case .send(let event) = step else {
        guard case .wait(let instant) = step else { return }
        if isNew, let event = state.withLock({ $0.machine.present(at: now) }) {
          send(event, at: now)
        }
        let instants = [instant, connection.nextAttempt].compactMap(\.self)
        return state.withLock { $0.timer }?.arm(at: instants.min()) ?? ()
      }
      // A receiver that comes in between gets the position first.
      if isNew, case .passed = event.kind { send(event.asChange, at: now) }
      isNew = false
      send(event, at: now)
    }
  }

  private func send(_ event: TimecodeEvent, at now: HostInstant) {
    let date = wallTime(now)
    let bytes = state.withLock { $0.encoder.bytes(of: event, at: date) }
    if let bytes { connection.send(bytes, at: now) }
  }
}

extension TimecodeEvent {
  /// The event as the beginning of a course.
  fileprivate var asChange: TimecodeEvent {
    TimecodeEvent(kind: .changed(.moved), position: position, rate: rate)
  }
}
