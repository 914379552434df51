import Dispatch
import PlayheadAudio
import PlayheadCore
import PlayheadLocking
import PlayheadTimekeeping
import PortableCombine

/// Another player, whose position is read and published as that of a `Player`.
///
/// The position is computed from readings, and each value states its uncertainty. A player that nobody has
/// asked for a position is read as seldom as the uncertainty allows, and not at all while it is paused.
///
/// An attached player does not own the other one: releasing it, or `close()`, ends only the attachment. All
/// methods may be called from any thread, and none waits for the other player.
public final class AttachedPlayer: Sendable {
  /// What the player is at one time.
  package enum Presence: Sendable {
    /// The position of no item is known; why the player left the one before, if there was one.
    case none(after: Departure?)
    case item(AttachedItem, ObservedPlayhead)
  }

  /// Why an item is no longer current.
  package enum Departure: Hashable, Sendable {
    /// It was played to its end.
    case ended
    /// Another item was chosen, or the player has stopped.
    case left
    /// The player is lost.
    case lost
  }

  struct State {
    var machine: AttachmentMachine
    var routine: (any HostRoutine)?
    var isClosed = false
    /// Whether a thread publishes events. It also publishes those that are added in that time.
    var isPublishing = false
  }

  public let clock: any HostClock
  private let source: any PlayerSource
  let media: AttachedMedia
  /// The server that is asked how late the player's sound is heard; nil if none is.
  private let server: (any SoundServer)?
  private let answer = StreamAnswer()
  let state: Locked<State>
  private let playhead = Locked<ObservedPlayhead?>(nil)
  private let statusSubject = CurrentValueSubject<AttachmentStatus, Never>(.connecting)
  private let presenceSubject = CurrentValueSubject<Presence, Never>(.none(after: nil))
  private let refusalSubject = PassthroughSubject<String, Never>()
  private let noticeSubject = PassthroughSubject<ItemNotice, Never>()

  /// Attaches to a player, on another thread. The server is closed with the player.
  ///
  /// The uncertainty keeps the bound, which is positive, if five readings a second suffice. Without a stated latency,
  /// the server is asked how much later samples are heard; without a server, the player's own position is published.
  /// Media is opened for what the player does not report.
  package init(
    _ source: any PlayerSource, clock: any HostClock = SystemHostClock.shared,
    uncertainty bound: Duration = .milliseconds(5), latency: Duration? = nil,
    asking server: (any SoundServer)? = nil, media: AttachedMedia = .none
  ) {
    (self.source, self.clock, self.server, self.media) = (source, clock, server, media)
    state = Locked(
      State(
        machine: AttachmentMachine(
          source.habits, bound: bound, latency: latency, asksServer: server != nil,
          readsMedia: media.opener != nil)))
    let routine = clock.makeRoutine(on: .worker("playhead-attach")) { [weak self] in
      self?.carryOut() ?? .wait(until: nil)
    }
    state.withLock { $0.routine = routine }
    source.start { [weak self] report in self?.receive(report) }
  }

  /// Attaches to the player at an address, on another thread.
  package convenience init(
    _ address: PlayerAddress, clock: any HostClock, uncertainty bound: Duration, latency: Duration?,
    asking server: (any SoundServer)?, media: AttachedMedia
  ) {
    self.init(
      address.makeSource(clock: clock), clock: clock, uncertainty: bound, latency: latency,
      asking: server, media: media)
  }

  deinit { close() }

  /// Ends the attachment. The other player continues.
  ///
  /// The publishers complete. If another thread delivers a value at once, or a subscriber calls this, they
  /// complete right after that value.
  public func close() {
    let (routine, isFirst) = state.withLock { state in
      defer { state.isClosed = true }
      if !state.isClosed { state.machine.close() }
      return (state.routine.take(), !state.isClosed)
    }
    guard isFirst else { return }
    routine?.stop()
    source.stop()
    server?.close()
    publishEvents()
  }

  private func complete() {
    presenceSubject.send(completion: .finished)
    statusSubject.send(completion: .finished)
    refusalSubject.send(completion: .finished)
    noticeSubject.send(completion: .finished)
  }

  private func receive(_ report: SourceReport) {
    let routine = state.withLock { state in
      state.machine.receive(report, at: clock.now)
      return state.routine
    }
    routine?.wake()
  }

  /// Publishes the events, and asks the player for its position when that is due.
  private func carryOut() -> HostRoutineNext {
    answer.deliver { streams in
      // The processes are looked up without the lock.
      let sound = state.withLock { $0.machine.sound }
      let found = streams.map { sound?.streams(among: $0) ?? [] }
      state.withLock { $0.machine.receive(found, at: clock.now) }
    }
    let now = clock.now
    let (reads, asks) = state.withLock { state in
      state.machine.settle(at: now)
      return (state.machine.beginReading(at: now), state.machine.beginStreamCall(at: now))
    }
    publishEvents()
    if reads, !source.read() { state.withLock { $0.machine.withdrawReadingCall(at: now) } }
    if asks { requestStreams() }
    let next = state.withLock { $0.machine.nextInstant(after: clock.now) }
    return .wait(until: next)
  }

  private func requestStreams() {
    let routine = state.withLock { $0.routine }
    server?.requestStreams { [answer] streams in
      answer.store(streams)
      routine?.wake()
    }
  }

  /// Publishes all events in order. If another thread or a caller of this one does so, it publishes them.
  func publishEvents() {
    var isOwner = false
    while true {
      let event = state.withLock { [isOwner] state -> AttachmentMachine.Event? in
        if state.isPublishing, !isOwner { return nil }
        let event = state.machine.nextEvent()
        state.isPublishing = event != nil
        return event
      }
      guard let event else { return }
      isOwner = true
      publish(event)
    }
  }

  private func publish(_ event: AttachmentMachine.Event) {
    switch event {
    case .attached: statusSubject.send(.attached)
    case .began(let item, let observation):
      let new = ObservedPlayhead(observation, clock: clock)
      playhead.withLock { $0 = new }
      // Subscribers can see whether there is media.
      readMedia(of: item, for: new)
      presenceSubject.send(.item(item, new))
    case .described(let item):
      guard let current else { return }
      presenceSubject.send(.item(item, current))
      readMedia(of: item, for: current)
    case .changed(let cause, let observation): current?.change(cause, to: observation)
    case .corrected(let observation): current?.correct(observation)
    case .left(let departure):
      let old = playhead.withLock { $0.take() }
      // First the reason, then the completion of the item's publishers.
      presenceSubject.send(.none(after: departure))
      old?.close()
    case .refused(_, let reason): refusalSubject.send(reason)
    case .noticed(let notice): noticeSubject.send(notice)
    case .lost(let loss):
      // It may be lost because it does not answer.
      source.stop()
      statusSubject.send(loss.status)
      complete()
    case .closed:
      playhead.withLock { $0.take() }?.close()
      statusSubject.send(.closed)
      complete()
    }
  }

  private var current: ObservedPlayhead? { playhead.withLock { $0 } }

  // MARK: Properties

  /// The name of the player in messages, as in `mpv:/tmp/socket`.
  public var name: String { source.name }

  /// Whether the player can be read.
  public var status: AttachmentStatus { statusSubject.value }

  /// The process of the player; nil if it is not known.
  package var process: Int32? { source.process }

  /// What the player says of itself; nil before it has answered.
  package var facts: PlayerFacts? { state.withLock { $0.machine.facts } }

  /// The item that the player plays, once its position is known; nil if there is none.
  public var currentItem: AttachedItem? {
    if case .item(let item, _) = presenceSubject.value { item } else { nil }
  }

  /// The current progress, as one consistent reading, with the cause `requested`; nil if the position is not known.
  public var progressIfKnown: PlayheadProgress? { current?.currentProgress() }

  /// Publishes the items and the departures from them. Delivers at once, on the thread of the attachment.
  package var presencePublisher: AnyPublisher<Presence, Never> {
    presenceSubject.eraseToAnyPublisher()
  }

  /// Publishes why the player did not carry out a request that it had accepted, in words.
  package var refusalPublisher: AnyPublisher<String, Never> { refusalSubject.eraseToAnyPublisher() }

  /// Publishes what the user should know about items.
  package var noticePublisher: AnyPublisher<ItemNotice, Never> {
    noticeSubject.eraseToAnyPublisher()
  }

  /// A publisher of whether the player can be read.
  ///
  /// Delivers on a queue, or at once if it is nil. Completes when the player is lost or the attachment is closed.
  ///
  /// - Parameter queue: The queue.
  public func statusPublisher(
    queue: DispatchQueue? = .main
  ) -> AnyPublisher<AttachmentStatus, Never> {
    // A subscriber that comes after the end still receives the last status.
    statusSubject.append(Deferred { [statusSubject] in Just(statusSubject.value) })
      .removeDuplicates().delivered(on: queue, by: clock)
  }

  /// A publisher of the item that the player plays; nil while its position is not known, or there is none.
  ///
  /// Delivers on a queue, or at once if it is nil. Completes as `statusPublisher(queue:)` does.
  ///
  /// - Parameter queue: The queue.
  public func currentItemPublisher(
    queue: DispatchQueue? = .main
  ) -> AnyPublisher<AttachedItem?, Never> {
    presenceSubject.map { if case .item(let item, _) = $0 { item } else { nil } }
      .removeDuplicates().delivered(on: queue, by: clock)
  }

  // MARK: Requests

  /// Asks the player to do something. Throws why it cannot.
  package func request(_ request: PlayerRequest) throws(TransportRefusal) {
    guard case .attached = status, !state.withLock({ $0.isClosed }) else { throw .unavailable }
    if case .seek = request, facts?.canSeek == false {
      throw .unsupported("the player cannot seek")
    }
    guard case .seek(let target) = request else { return try source.request(request) }
    state.withLock { $0.machine.passes.expectSeek(to: target, at: clock.now) }
    do throws(TransportRefusal) {
      try source.request(request)
    } catch {
      state.withLock { $0.machine.passes.forgetSeek(to: target) }
      throw error
    }
  }
}

extension SourceReport.Loss {
  fileprivate var status: AttachmentStatus {
    switch self {
    case .closed: .ended
    case .failed(let reason): .failed(reason)
    }
  }
}
