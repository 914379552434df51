import Dispatch
import Locking
import PlayheadCore
import PortableCombine

/// Collects the events of a session and its players for the thread that uses the bus.
///
/// It follows the discontinuities of the current player only, so that nothing is collected and no
/// thread wakes while a file just plays.
final class SessionFollower: Sendable {
  /// The greatest number of collected events. Beyond that the oldest is dropped.
  private static let mostInputs = 256

  private struct State {
    var inputs: [MPRISModel.Input] = []
    var isClosed = false
    var session: AnyCancellable?
    var player: Player?
    /// Follow the current player.
    var following: [AnyCancellable] = []
  }

  private let session: any ControlledSession
  private let notify: @Sendable () -> Void
  private let queue = DispatchQueue(label: "playhead.mpris")
  private let state = Locked(State())

  /// Creates a follower.
  ///
  /// - Parameter notify: Called when an event was added. It must not block.
  init(_ session: any ControlledSession, notify: @escaping @Sendable () -> Void) {
    self.session = session
    self.notify = notify
  }

  /// Begins to follow the session.
  func begin() {
    let following = session.events.sink(
      receiveCompletion: { [weak self] _ in self?.close() },
      receiveValue: { [weak self] in self?.receive($0) })
    let outdated = state.withLock { state -> AnyCancellable? in
      if state.isClosed { return following }
      state.session = following
      return nil
    }
    outdated?.cancel()
    // Its start may have been before.
    if let id = session.snapshot.currentEntry?.id { add(.started(id: id)) }
    followPlayer()
  }

  /// Ends following, and reports that the session is closed.
  func close() {
    let released = state.withLock { state in
      state.isClosed = true
      defer { state.following = [] }
      return (state.session.take(), state.following, state.player.take())
    }
    released.0?.cancel()
    for following in released.1 { following.cancel() }
    notify()
  }

  /// Whether the session has ended.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns the events since the last call.
  func takeInputs() -> [MPRISModel.Input] {
    state.withLock { state in
      defer { state.inputs = [] }
      return state.inputs
    }
  }

  private func receive(_ event: SessionEvent) {
    if case .started(let id) = event { add(.started(id: id)) } else { add(.other) }
    followPlayer()
  }

  private func add(_ input: MPRISModel.Input) {
    state.withLock { state in
      if state.inputs.count >= Self.mostInputs { state.inputs.removeFirst() }
      state.inputs.append(input)
    }
    notify()
  }

  /// Follows the current player, if it is another one than before.
  private func followPlayer() {
    let player = session.snapshot.player
    let (isNew, outdated, old) = state.withLock { state in
      let isNew = !state.isClosed && state.player !== player
      guard isNew else { return (false, [AnyCancellable](), Player?.none) }
      defer { (state.player, state.following) = (player, []) }
      return (true, state.following, state.player)
    }
    guard isNew else { return }
    for following in outdated { following.cancel() }
    withExtendedLifetime(old) {}
    guard let player else { return }
    let key = ObjectIdentifier(player)
    let progress = player.progressPublisher(on: .times([]), queue: queue)
      .sink { [weak self] in self?.add(.progress($0, of: key)) }
    // An estimate that grows while the file is read is not announced.
    let duration = player.durationPublisher.map { $0?.isExact }.removeDuplicates().dropFirst()
      .sink { [weak self] _ in self?.add(.other) }
    let unused = state.withLock { state in
      if state.isClosed || state.player !== player { return [progress, duration] }
      state.following = [progress, duration]
      return []
    }
    for following in unused { following.cancel() }
    // What happened before the subscription.
    add(.progress(player.currentProgress(), of: key))
  }
}
