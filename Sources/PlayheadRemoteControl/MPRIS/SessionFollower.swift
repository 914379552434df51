import Dispatch
import PlayheadLocking
import PlaybackSession
import PlayheadCore
import PortableCombine

/// Collects the changes of a session and its players for the thread that uses the bus.
///
/// It follows the discontinuities of the current player only, so that nothing is collected and no
/// thread wakes while a file just plays.
final class SessionFollower: OfferedPlayback {
  /// The greatest number of collected events. Beyond that the oldest is dropped.
  private static let mostInputs = 256

  private struct State {
    var inputs: [MPRISModel.Input] = []
    var snapshot: SessionSnapshot
    /// The entry whose start was noted, until it ends.
    var started: Int?
    var isClosed = false
    var following: [AnyCancellable] = []
  }

  private let session: any ControlledSession
  private let notify: @Sendable () -> Void
  private let queue = DispatchQueue(label: "playhead.mpris")
  private let state: Locked<State>
  private let players = CurrentValueSubject<Player?, Never>(nil)

  /// Creates a follower. `notify` is called when an event was added, and must not block.
  init(_ session: any ControlledSession, notify: @escaping @Sendable () -> Void) {
    self.session = session
    self.notify = notify
    state = Locked(State(snapshot: session.snapshot))
  }

  func begin() {
    let changes = session.changes.sink(
      receiveCompletion: { [weak self] _ in self?.close() },
      receiveValue: { [weak self] in self?.receive($0) })
    let inputs = players.removeDuplicates { $0 === $1 }
      .map { [queue] in $0?.inputs(on: queue) ?? Empty().eraseToAnyPublisher() }
      .switchToLatest()
      .sink { [weak self] in self?.add($0) }
    let isClosed = state.withLock { state in
      if !state.isClosed { state.following = [changes, inputs] }
      return state.isClosed
    }
    if isClosed { for following in [changes, inputs] { following.cancel() } }
    // Its start may have been before, or is reported later.
    let snapshot = session.snapshot
    record(snapshot, snapshot.currentEntry.map { start(of: $0.id) } ?? .other)
  }

  /// Ends following, and reports that the session is closed.
  func close() {
    let following = state.withLock { state in
      state.isClosed = true
      defer { state.following = [] }
      return state.following
    }
    for following in following { following.cancel() }
    players.send(nil)
    notify()
  }

  /// Whether the session has ended.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  var reading: SessionReading { SessionReading(session.snapshot) }

  func perform(_ request: SessionRequest) throws(SessionRefusal) { try session.perform(request) }

  func removeInputs() -> (inputs: [MPRISModel.Input], reading: SessionReading) {
    let (inputs, snapshot) = state.withLock { state in
      defer { state.inputs = [] }
      return (state.inputs, state.snapshot)
    }
    return (inputs, SessionReading(snapshot))
  }

  private func receive(_ change: SessionChange) {
    switch change.event {
    case .started(let id): return record(change.snapshot, start(of: id))
    case .ended: state.withLock { $0.started = nil }
    default: break
    }
    record(change.snapshot, .other)
  }

  /// Returns the input of a start, which counts once.
  private func start(of id: Int) -> MPRISModel.Input {
    state.withLock { state in
      defer { state.started = id }
      return state.started == id ? .other : .started(id: id)
    }
  }

  private func record(_ snapshot: SessionSnapshot, _ input: MPRISModel.Input) {
    let old = state.withLock { state in
      defer { state.snapshot = snapshot }
      return state.snapshot
    }
    // A player is not released with the lock held.
    withExtendedLifetime(old) {}
    add(input)
    players.send(snapshot.player)
  }

  private func add(_ input: MPRISModel.Input) {
    state.withLock { state in
      if state.inputs.count >= Self.mostInputs { state.inputs.removeFirst() }
      state.inputs.append(input)
    }
    notify()
  }
}

extension Player {
  /// Publishes the discontinuities of the player, that its duration is exactly known, and at once earlier changes.
  fileprivate func inputs(on queue: DispatchQueue) -> AnyPublisher<MPRISModel.Input, Never> {
    let key = ObjectIdentifier(self)
    // An estimate that grows while the file is read is not announced.
    let duration = durationPublisher(queue: nil).map { $0?.isExact }.removeDuplicates().dropFirst()
      .map { _ in MPRISModel.Input.other }
    let now = Deferred { [weak self] in
      self.map { $0.currentProgress() }.publisher
    }
    return progressPublisher(on: .times([]), queue: queue).merge(with: now)
      .map { MPRISModel.Input($0, of: key) }
      .merge(with: duration)
      .eraseToAnyPublisher()
  }
}

extension MPRISModel.Input {
  /// Converts a reading or a discontinuity of a player.
  fileprivate init(_ progress: PlayheadProgress, of player: ObjectIdentifier) {
    var isJump = false
    switch progress.cause {
    case .seeked, .looped, .rateChanged: isJump = true
    case .started, .paused, .resumed, .requested, .ended, .boundary:
      // While the playhead waits, each further value would be wrong, too.
      guard [.playing, .paused, .ended].contains(progress.state) else { fallthrough }
    case .stalled, .interval, .failed:
      self = .other
      return
    }
    self = .position(progress.position, at: progress.hostInstant, isJump: isJump, of: player)
  }
}
