import Dispatch
import Locking
import PlayheadCore
import PortableCombine
import Timekeeping

/// mpv's JSON IPC for one session: what its clients share, such as the messages that they send each
/// other, and one subscription to the player for all that they observe.
///
/// It does not retain its clients.
public final class MPVInterface: Sendable {
  struct State {
    var clients: [WeakClient] = []
    /// Follows the events of the session.
    var events: AnyCancellable?
    var tracker = PlaybackTracker()
    var following = PlayerFollowing()
    /// What the clients observe.
    var interest = Interest()
    /// The number of the latest computation of `interest`.
    var interestNumber = 0
    var keys = KeyBindings()
  }

  struct WeakClient {
    weak var client: MPVClient?
  }

  let session: any ControlledSession
  /// Where updates of the player are delivered.
  let queue = DispatchQueue(label: "playhead.ipc", qos: .userInteractive)
  let state = Locked(State())

  /// Creates the interface of a session. A session has at most one.
  ///
  /// - Parameter session: The session that clients see and control.
  public init(session: any ControlledSession) {
    self.session = session
    let tracker = PlaybackTracker(session.snapshot)
    state.withLock { $0.tracker = tracker }
    let events = session.events.sink { [weak self] event in self?.receive(event) }
    state.withLock { $0.events = events }
  }

  /// The clients that are connected.
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

  /// What is known about the current file.
  var tracker: PlaybackTracker { state.withLock { $0.tracker } }

  /// Returns the state from which properties are read.
  func makeContext() -> PropertyContext {
    let (tracker, snapshot) = (tracker, session.snapshot)
    // Once another file was chosen, nothing is read from the one before it, which is about to end.
    let player = tracker.player === snapshot.player ? tracker.player : nil
    return PropertyContext(snapshot, player: player, isSeeking: tracker.isSeeking)
  }

  private func receive(_ event: SessionEvent) {
    let snapshot = session.snapshot
    let (old, tracker) = state.withLock { state in
      let old = state.tracker
      state.tracker.apply(event, snapshot.player)
      return (old, state.tracker)
    }
    follow()
    switch event {
    case .ended(let id, let reason):
      let last = old.player.map { ($0, at: $0.currentProgress()) }
      broadcast(.ended(id: id, reason, last, tracker))
    case .listChanged:
      // If another file is current, the list is reported after the event of that file, as in mpv.
      if snapshot.currentEntry?.id == tracker.entry { broadcast(.changed(.list)) }
    case .settingsChanged: broadcast(.changed([.settings, .state]))
    default: broadcast(.event(event, tracker))
    }
  }
}
