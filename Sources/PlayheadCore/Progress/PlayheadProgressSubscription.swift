import Dispatch
import PlayheadLocking
import PlayheadMedia
import PortableCombine
import PlayheadTimekeeping

/// The subscription of all progress publishers. It drives a timer of the player's clock (a Dispatch
/// timer, except in tests) on the delivery queue. The timer is armed for the instant of the next
/// value while playback runs and there is demand, and disarmed otherwise.
///
/// All deliveries happen in the timer's handler, so they are serial. `request` and the changes that the player reports
/// only fire the timer. A periodic update takes two locks: the player's, to read it, and this one. The subscription
/// retains the player and the subscriber until it is cancelled or completed.
///
/// Unchecked: the subscriber is read under the lock, and called only by the timer's handler.
package final class PlayheadProgressSubscription: Subscription, PlaybackObserver,
  CustomStringConvertible, @unchecked Sendable
{
  /// The subscriber. Closures keep its type out of the subscription, whose code is therefore not generic.
  struct Receiver {
    let receive: (PlayheadProgress) -> Subscribers.Demand
    let complete: () -> Void

    /// Creates the receiver of a subscriber, whose input is converted on the delivery queue.
    init<Downstream: Subscriber>(
      _ downstream: Downstream, convert: @escaping (PlayheadProgress) -> Downstream.Input
    ) where Downstream.Failure == Never {
      receive = { downstream.receive(convert($0)) }
      complete = { downstream.receive(completion: .finished) }
    }
  }

  struct State {
    var machine: ProgressMachine
    /// Nil once cancelled or completed.
    var receiver: Receiver?
    var player: (any ProgressSource)?
    var timer: (any HostTimer)?
    /// How far the marks of each feed of cues were taken.
    var cueIndices: [CueFeed.Index?]
    /// Whether the subscriber has its subscription; nothing is delivered before.
    var isActive = false
  }

  /// Whether a reading may need frames or chapters that belong to it.
  private let needsMedia: Bool
  private let cueFeeds: [CueFeed]
  let state: Locked<State>
  private let returnedDemand = ReturnedDemand()

  /// Registers with the player; delivers nothing before `activate`, and completes earlier if the player fails.
  init(
    player: any ProgressSource, schedule: Schedule, remembersUndelivered: Bool,
    emitsInitialValue: Bool = false, until completion: ProgressCompletion = .closed,
    queue: DispatchQueue, receiver: Receiver
  ) {
    needsMedia = schedule.frames != nil || schedule.hasChapters
    cueFeeds = schedule.cueFeeds
    let machine = ProgressMachine(
      schedule, remembersUndelivered: remembersUndelivered, emitsInitialValue: emitsInitialValue,
      until: completion, from: player.reading(countsFrame: true))
    state = Locked(
      State(
        machine: machine, receiver: receiver, player: player,
        cueIndices: Array(repeating: nil, count: cueFeeds.count)))
    // The handler holds the player until the timer is cancelled.
    let timer = player.clock.makeTimer(on: queue) { self.deliver(player) }
    state.withLock { $0.timer = timer }
    let reading = player.add(self)
    state.withLock { $0.machine.begin(at: reading) }
    for feed in cueFeeds {
      feed.observe(ObjectIdentifier(self)) { [weak self] in self?.cuesCame() }
    }
    addCues(at: reading)
  }

  /// Starts deliveries. Called after the subscriber has received the subscription.
  func activate() {
    let timer = state.withLock { state in
      state.isActive = true
      return state.timer
    }
    timer?.fire()
  }

  package func request(_ demand: Subscribers.Demand) {
    let player = state.withLock { state in
      state.machine.needsReadingToRequest ? state.player : nil
    }
    let (reading, supply) = player.map(read) ?? (nil, nil)
    changeMachine { $0.request(demand, at: reading, supply) }?.fire()
  }

  package func cancel() {
    release()
  }

  /// Replaces the given times of the schedule. Times that the playhead passed before are not delivered in this pass.
  package func follow(timesOf schedule: Schedule) {
    changeMachine { $0.follow(schedule.times) }?.fire()
  }

  func playbackChanged(_ change: PlaybackChange) {
    changeMachine { $0.record(change) }?.fire()
  }

  func statusChanged() {
    state.withLock { $0.machine.needsChapters ? $0.timer : nil }?.fire()
  }

  func clockJumped() {
    state.withLock { $0.timer }?.fire()
  }

  func followed(_ timeline: Timeline) {
    let timer = state.withLock { state in
      let now = state.player?.clock.now
      let isEarlier = now.map { state.machine.mustWake(on: timeline, at: $0) } ?? false
      return isEarlier ? state.timer : nil
    }
    timer?.fire()
  }

  private func cuesCame() {
    state.withLock { $0.timer }?.fire()
  }

  func framesCame() {
    state.withLock { $0.timer }?.fire()
  }

  func playerClosed() {
    state.withLock { $0.timer }?.fire()
  }

  package var description: String { "PlayheadProgress" }

  /// Changes the machine after the demand that was returned before. Returns the timer.
  private func changeMachine(_ body: (inout ProgressMachine) -> Void) -> (any HostTimer)? {
    state.withLock { state in
      state.machine.refill(returnedDemand.take())
      body(&state.machine)
      return state.timer
    }
  }

  /// Delivers all values that are due, then arms the timer for the next one. Called by the timer.
  func deliver(_ player: any ProgressSource) {
    // Intervals shorter than their delivery must not keep the queue from other work.
    for _ in 0..<64 {
      let (reading, supply) = read(player)
      guard let turn = nextTurn(reading, supply) else { return }
      switch turn.step {
      case .deliver(let progress):
        let returned = turn.receiver.receive(progress)
        if wait(turn, returned, player.clock) { return }
      case .readAgain: continue
      case .wait(let instant):
        turn.timer?.arm(at: instant)
        return
      case .complete:
        release()
        turn.receiver.complete()
      }
    }
    state.withLock { $0.timer }?.fire()
  }

  /// What the handler does with one reading.
  private struct Turn {
    var step: ProgressMachine.Step
    var rest: ProgressMachine.Rest
    /// Whether the player must be read when demand has ended, to skip boundaries from there on.
    var hasBoundaries: Bool
    var receiver: Receiver
    var timer: (any HostTimer)?
  }

  /// Asks the machine what to do; nil if nothing may be delivered.
  private func nextTurn(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed?) -> Turn? {
    state.withLock { state in
      guard state.isActive, let receiver = state.receiver else { return nil }
      state.machine.refill(returnedDemand.take())
      let step = state.machine.next(reading, supply)
      let rest: ProgressMachine.Rest =
        if case .deliver = step { state.machine.rest(after: reading) } else { .readAgain }
      return Turn(
        step: step, rest: rest, hasBoundaries: state.machine.boundaries != nil, receiver: receiver,
        timer: state.timer)
    }
  }

  /// Adds the demand that a value returned, and arms the timer; returns false if the player must be read again.
  private func wait(
    _ turn: Turn, _ returned: Subscribers.Demand, _ clock: any HostClock
  ) -> Bool {
    let next: HostInstant?
    switch turn.rest {
    case .wait(let instant): next = instant
    case .waitIfRequested where returned == .none:
      if !turn.hasBoundaries { turn.timer?.disarm() }
      return !turn.hasBoundaries
    case .waitIfRequested(let instant): next = instant
    case .readAgain:
      _ = changeMachine { $0.request(returned) }
      return false
    }
    if let next, clock.now >= next {
      _ = changeMachine { $0.request(returned) }
      return false
    }
    returnedDemand.add(returned)
    turn.timer?.arm(at: next)
    return true
  }

  /// Reads the player, with the frames that the machine needs.
  private func read(_ player: any ProgressSource) -> (PlaybackReading, FrameBoundaryFeed?) {
    guard needsMedia else {
      let reading = player.reading(countsFrame: true)
      addCues(at: reading)
      return (reading, nil)
    }
    let (needsChapters, request) = state.withLock { state in
      (state.machine.needsChapters, state.machine.frameRequest)
    }
    let (reading, supply) =
      request.map { player.reading(following: $0, for: self) }
      ?? (player.reading(countsFrame: true), nil)
    addCues(at: reading)
    if needsChapters, let chapters = reading.chapters {
      state.withLock { $0.machine.add(chapters) }
    }
    return (reading, supply)
  }

  /// Adds the cues that have become known until after a reading.
  private func addCues(at reading: PlaybackReading) {
    for (index, feed) in cueFeeds.enumerated() {
      let cueIndex = state.withLock { $0.cueIndices[index] }
      guard let news = feed.news(since: cueIndex) else { continue }
      state.withLock { state in
        // Another thread may have taken them.
        guard state.cueIndices[index] == cueIndex else { return }
        state.cueIndices[index] = news.index
        state.machine.add(news, of: index, at: reading)
      }
    }
  }

  /// Releases everything outside the lock, because deinitializers may call back.
  private func release() {
    let (player, timer, receiver) = state.withLock { state in
      (state.player.take(), state.timer.take(), state.receiver.take())
    }
    player?.remove(self)
    for feed in cueFeeds { feed.removeObserver(ObjectIdentifier(self)) }
    timer?.cancel()
    withExtendedLifetime(receiver) {}
  }
}
