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
    let player = session.snapshot.player
    if player?.status == .readyToPlay { state.withLock { $0.tracker = PlaybackTracker(player) } }
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

  /// Returns the state from which properties are read.
  ///
  /// - Parameter progress: The reading of the playhead; nil for that of the player.
  func makeContext(_ progress: PlayheadProgress? = nil) -> PropertyContext {
    let snapshot = session.snapshot
    let (player, isSeeking) = state.withLock { ($0.tracker.player, $0.tracker.isSeeking) }
    return PropertyContext(snapshot, player: player, isSeeking: isSeeking, progress: progress)
  }

  private func receive(_ event: SessionEvent) {
    let snapshot = session.snapshot
    let player = state.withLock { state -> Player? in
      defer { state.tracker.apply(event, snapshot.player) }
      return state.tracker.player
    }
    follow()
    switch event {
    case .ended(let id, let reason):
      broadcast(.ended(id: id, reason, player.map { ($0, at: $0.currentProgress()) }))
    case .listChanged: broadcast(.changed(.list))
    case .settingsChanged: broadcast(.changed([.settings, .state]))
    default: broadcast(.event(event))
    }
  }
}
