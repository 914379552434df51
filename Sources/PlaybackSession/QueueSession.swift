import PlayheadLocking
import PlayheadCore
import PlayheadTimekeeping
import PortableCombine

/// A session whose files are the entries of a queue.
///
/// It applies requests, and what happens to files, one at a time, and publishes each change with the
/// state after it. Its host makes the entries and reports what happens to them.
package final class QueueSession: Sendable {
  struct State {
    var machine: SessionMachine
    /// The current file, from when its player was made to its last record.
    var file: SessionFile?
    /// The identity of the entry that was made last.
    var lastID = 0
    /// The list as it was shown last. Only the entries that were appended since then are added to it.
    var shown = EntryList()
    /// The arrangement of the queue that the shown list has.
    var arrangement = 0
    /// Whether the changes of the session are followed.
    var isFollowed = false
    /// When a waiting request to quit no longer waits.
    var quitDeadline: HostInstant?
    /// Ends the session at that instant.
    var quitRoutine: (any HostRoutine)?
    weak var host: (any SessionHost)?
  }

  package let queue: PlayerQueue
  /// Applies requests, and what happens to files, one at a time.
  package let owner = SerialOwner(label: "playhead.session")
  /// Whether the volume is applied to the players.
  let hasSound: Bool
  let state: Locked<State>
  private let subject = PassthroughSubject<SessionChange, Never>()

  /// Creates a session with an empty queue, which the host supervises, and nobody else uses.
  package init(_ queue: PlayerQueue, settings: SessionSettings, hasSound: Bool) {
    (self.queue, self.hasSound) = (queue, hasSound)
    state = Locked(State(machine: SessionMachine(settings: settings)))
    let routine = queue.clock.makeRoutine(on: .worker("playhead-quit")) { [weak self] in
      self?.quitIfDue() ?? .wait(until: nil)
    }
    state.withLock { $0.quitRoutine = routine }
  }

  deinit { state.withLock { $0.quitRoutine.take() }?.stop() }

  /// The host, which the session does not retain.
  package var host: (any SessionHost)? {
    get { state.withLock { $0.host } }
    set { state.withLock { $0.host = newValue } }
  }

  /// The state of the session, of one instant.
  package var machine: SessionMachine { state.withLock { $0.machine } }

  /// The settings as they are now.
  package var settings: SessionSettings { state.withLock { $0.machine.settings } }

  /// Whether nothing plays or is about to.
  package var isIdle: Bool { queue.list.currentIndex == nil && queue.departure == nil }

  /// Whether the current file is about to be left.
  var isLeaving: Bool { machine.isStopped || queue.departure != nil }

  /// Returns the first of new identities for entries.
  package func reserveIDs(_ count: Int) -> Int {
    state.withLock { state in
      defer { state.lastID += count }
      return state.lastID + 1
    }
  }

  // MARK: Changes

  /// The list, the settings and the current player, all of the same instant.
  package var snapshot: SessionSnapshot {
    let list = queue.list
    let shown = shownList(of: list)
    let (settings, player, lastID) = state.withLock {
      ($0.machine.settings, $0.file?.player, $0.lastID)
    }
    var snapshot = SessionSnapshot(
      greatestID: lastID, currentIndex: list.currentIndex,
      player: list.player === player ? player : nil, settings: settings)
    snapshot.list = shown
    return snapshot
  }

  private func shownList(of list: PlayerQueue.List) -> EntryList {
    var (shown, arrangement) = state.withLock { ($0.shown, $0.arrangement) }
    // Another thread may have shown a later list.
    if arrangement != list.arrangement || shown.count > list.entries.count { shown = EntryList() }
    if shown.count == list.entries.count { return shown }
    shown.append(list.entries[shown.count...].compactMap { $0.sessionEntry?.listed })
    // The old list is released after unlocking.
    defer {
      state.withLock { state in
        swap(&state.shown, &shown)
        state.arrangement = list.arrangement
      }
    }
    return shown
  }

  /// The changes of the session, which its owner publishes one at a time.
  package var changes: AnyPublisher<SessionChange, Never> {
    state.withLock { $0.isFollowed = true }
    return subject.eraseToAnyPublisher()
  }

  /// Publishes an event with the state of the session after it. Call this on the owner.
  func publish(_ event: SessionEvent) {
    if state.withLock({ $0.isFollowed }) { subject.send(SessionChange(event, snapshot)) }
  }

  /// Publishes the end of the session. Nothing follows it.
  package func close() {
    owner.run {
      publish(.closing)
      subject.send(completion: .finished)
    }
  }
}
