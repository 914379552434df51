import Dispatch
import PlayheadLocking
import PlaybackSession
import PlayheadCore
import PortableCombine

/// mpv's JSON IPC for one session: what its clients share, such as the messages that they send each
/// other, and one subscription to the player for all that they observe.
///
/// It does not retain its clients.
public final class MPVInterface: Sendable {
  struct State {
    var clients: [WeakClient] = []
    /// Follow the session and its player.
    var following: [AnyCancellable] = []
    var tracker: PlaybackTracker
    var keys = KeyBindings()
  }

  struct WeakClient {
    weak var client: MPVClient?
  }

  let session: any ControlledSession
  /// Where updates of the player are delivered.
  let queue = DispatchQueue(label: "playhead.ipc", qos: .userInteractive)
  /// Orders the changes of `interests`.
  let owner = SerialOwner(label: "playhead.ipc.interests")
  let state: Locked<State>
  let snapshots: CurrentValueSubject<SessionSnapshot, Never>
  /// What the clients observe.
  let interests = CurrentValueSubject<Interest, Never>(Interest())

  /// Creates the interface of a session. A session has at most one.
  ///
  /// - Parameter session: The session that clients see and control.
  public init(session: any ControlledSession) {
    self.session = session
    let snapshot = session.snapshot
    state = Locked(State(tracker: PlaybackTracker(snapshot)))
    snapshots = CurrentValueSubject(snapshot)
    let changes = session.changes.sink { [weak self] change in self?.receive(change) }
    let updates = followPlayer()
    state.withLock { $0.following = [changes, updates] }
  }

  var clients: [MPVClient] { state.withLock { $0.clients }.compactMap(\.client) }

  func add(_ client: MPVClient) {
    state.withLock { $0.clients.append(WeakClient(client: client)) }
  }

  func remove(_ client: MPVClient) {
    let removed = state.withLock { state in
      let all = state.clients
      // Those that are gone are nil.
      state.clients = all.filter { $0.client != nil && $0.client !== client }
      return all
    }
    withExtendedLifetime(removed) {}
    interestChanged()
  }

  /// Gives an item to every client.
  func broadcast(_ item: ClientItem) {
    for client in clients { client.add(item) }
  }

  /// Sends a message to the clients that want messages of its level.
  func log(_ level: LogLevel, _ text: String, prefix: String = "cplayer") {
    broadcast(.log(level, prefix: prefix, text: text + "\n"))
  }

  /// The facts about the current file.
  var tracker: PlaybackTracker { state.withLock { $0.tracker } }

  /// Returns the state from which properties are read.
  func makeContext() -> PropertyContext {
    let (tracker, snapshot) = (tracker, session.snapshot)
    // Once another file was chosen, nothing is read from the previous one, which is about to end.
    let player = tracker.player === snapshot.player ? tracker.player : nil
    return PropertyContext(snapshot, player: player, isSeeking: tracker.isSeeking)
  }

  private func receive(_ change: SessionChange) {
    let (old, tracker) = state.withLock { state in
      let old = state.tracker
      state.tracker.apply(change)
      return (old, state.tracker)
    }
    snapshots.send(change.snapshot)
    switch change.event {
    case .ended(let id, let reason):
      let last = old.player.map { (old.snapshot, $0, at: $0.currentProgress()) }
      broadcast(.ended(id: id, reason, last, tracker))
    case .listChanged:
      // If another file is current, the list is reported after the event of that file, as in mpv.
      if change.snapshot.currentEntry?.id == tracker.entry { broadcast(.changed(.list)) }
    case .settingsChanged: broadcast(.changed([.settings, .state]))
    default: broadcast(.event(change.event, tracker))
    }
  }
}
