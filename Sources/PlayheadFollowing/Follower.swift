import Dispatch
import PlayheadAttaching
import PlayheadCore
import PlayheadLocking
import PlayheadTimekeeping
import PortableCombine

/// Keeps a player at the position of a leader: both play, pause, move and end together.
///
/// The leader is any playhead: a player, another program's player, or timecode. The player is one that can be asked to
/// move. Its rate corrects small differences, without a jump; it is sought if a difference is greater than that, at
/// most every two seconds, and ahead by the time that its seeks take. One that is ahead waits, paused for that time.
/// A `Player`, and the current item of a `PlayerQueue`, begins at a planned instant, with its first sound, where the
/// leader is then.
///
/// ```swift
/// let leader = AttachedPlayer(.mpv(path: "/tmp/a"))
/// let follower = Follower(of: leader, AttachedPlayer(.mpv(path: "/tmp/b")), offset: .milliseconds(3_350))
/// ```
///
/// The follower retains both. Releasing it cancels it.
public final class Follower: Sendable {
  /// How far a follower is.
  @nonexhaustive
  public enum Status: Hashable, Sendable {
    /// A position is not known, or the player has no media where the leader is, or an item of a queue cannot follow: it
    /// cannot be sought, or is a picture.
    case waiting
    /// The player was sought, and has not arrived.
    case seeking
    /// The rate or a pause corrects a difference, or a seek will.
    case converging
    /// The player is where the leader is, within the uncertainty.
    case locked
    /// The leader's position is not known, and the player plays on.
    case freewheeling
    /// The leader's position has not been known for so long that the player was paused, or plays on without it.
    case lost
    /// The player is not steered any more: the reason, in words.
    case left(String)
  }

  private struct State {
    var machine: FollowerMachine
    var routine: (any HostRoutine)?
    var changes: [AnyCancellable] = []
    /// Whether a step is under way, which resets the rate if it finds that the follower was cancelled.
    var isActing = false
    var isCancelled = false
  }

  /// In this time, and the latency of its device, a player usually has its first sound ready.
  private static let soundLead = 0.3

  private let leader: @Sendable () -> PlayheadProgress?
  private let player: any PlayheadTransport
  private let state: Locked<State>
  private let statusSubject = CurrentValueSubject<Status, Never>(.waiting)

  /// Follows a leader, at once and on another thread.
  ///
  /// - Parameters:
  ///   - leader: The leader.
  ///   - player: The player that follows. Nobody else should make requests to it.
  ///   - offset: The position of the player when that of the leader is zero.
  ///   - settings: How the player is steered.
  public convenience init(
    of leader: some Playhead, _ player: some PlayheadTransport, offset: MediaTime = .zero,
    settings: FollowerSettings = FollowerSettings()
  ) {
    self.init(
      reading: { leader.progressIfKnown }, player, offset: offset, settings: settings,
      changes: { leader.progressPublisher(on: .times([]), queue: $0).eraseToAnyPublisher() })
  }

  /// Follows a position, which is nil while it is not known, and whose discontinuities `changes` publishes on a queue.
  package init(
    reading leader: @escaping @Sendable () -> PlayheadProgress?, _ player: some PlayheadTransport,
    offset: MediaTime, settings: FollowerSettings,
    changes: ((DispatchQueue) -> AnyPublisher<PlayheadProgress, Never>)? = nil
  ) {
    (self.leader, self.player) = (leader, player)
    state = Locked(State(machine: FollowerMachine(settings, offset: offset.seconds)))
    let routine = player.clock.makeRoutine(on: .worker("playhead-follow")) { [weak self] in
      self?.step() ?? .wait(until: nil)
    }
    let queue = DispatchQueue(label: "playhead.follow")
    let both = [
      changes?(queue),
      player.progressPublisher(on: .times([]), queue: queue).eraseToAnyPublisher(),
    ]
    let subscriptions = both.compactMap { $0?.sink { _ in routine.wake() } }
    state.withLock { ($0.routine, $0.changes) = (routine, subscriptions) }
    (player as? Player)?.beginLoading()
    routine.wake()
  }

  deinit { cancel() }

  /// Stops following. The player continues at rate 1.
  public func cancel() {
    let (routine, changes, resets) = state.withLock { state in
      defer { state.isCancelled = true }
      let resets = !state.isActing && !state.isCancelled
      return (state.routine.take(), state.changes, resets)
    }
    for change in changes { change.cancel() }
    routine?.stop()
    if resets { resetRate() }
  }

  /// How far the follower is.
  public var status: Status { statusSubject.value }

  /// Publishes how far the follower is. Delivers on a queue, or at once if it is nil.
  ///
  /// - Parameter queue: The queue.
  public func statusPublisher(queue: DispatchQueue? = .main) -> AnyPublisher<Status, Never> {
    statusSubject.removeDuplicates().delivered(on: queue, by: player.clock)
  }

  /// Whether the player was within a second of its end when its position was known last.
  package var isNearEnd: Bool { state.withLock { $0.machine.isNearEnd } }

  /// How far the player was behind the leader when they were last compared, and by how much that may be wrong,
  /// either way; nil if a position was not known.
  public var difference: (behind: Duration, uncertainty: Duration)? {
    state.withLock { $0.machine.difference }
      .map { (.seconds($0.seconds), .seconds($0.uncertainty)) }
  }

  private func step() -> HostRoutineNext {
    let (leader, player) = (leader(), player.progressIfKnown)
    let (lead, now) = (lead, self.player.clock.now)
    let isSeekable = ownPlayer?.mediaInfo?.isSeekable ?? true
    let actions = state.withLock { state in
      if state.isCancelled { return [FollowerMachine.Action]() }
      state.isActing = true
      var reading = player.map { FollowerReading($0, at: now) }
      reading?.lead = lead
      reading?.isSeekable = isSeekable
      reading?.isQueued = self.player is PlayerQueue
      return state.machine.step(
        leader: leader.map { FollowerReading($0, at: now) }, follower: reading, at: now)
    }
    for action in actions { carryOut(action) }
    let (status, next, isCancelled) = state.withLock { state in
      state.isActing = false
      let isOff = state.machine.status == .locked && state.machine.isOff
      return (isOff ? .converging : state.machine.status, state.machine.next, state.isCancelled)
    }
    if isCancelled || next == nil { resetRate() }
    statusSubject.send(status)
    return .wait(until: isCancelled ? nil : next)
  }

  /// The player, or the current item of a queue, if it is played here.
  private var ownPlayer: Player? { player as? Player ?? (player as? PlayerQueue)?.currentItem }

  /// How long before an instant the player must be asked to begin to play then; nil if it cannot. Without sound it
  /// begins there also if it is asked too late.
  private var lead: Double? {
    guard let player = ownPlayer else { return nil }
    if case .silent = player.audioState { return 0 }
    return Self.soundLead + (player.currentProgress().audio?.latency ?? .zero) / .seconds(1)
  }

  private func carryOut(_ action: FollowerMachine.Action) {
    do throws(TransportRefusal) {
      switch action {
      case .play(let rate): try play(rate)
      case .pause: try player.pause()
      case .resume: try player.play()
      case .seek(let position): try player.beginSeek(to: position)
      case .start(let rate, let position, let instant):
        (player as? Player)?.beginRate(rate, time: position, atHostTime: instant)
        (player as? PlayerQueue)?.beginRate(rate, time: position, atHostTime: instant)
      }
    } catch {
      // A player without an item may have one later.
      if error != .unavailable {
        state.withLock { _ = $0.machine.leave(error.description) }
      }
    }
  }

  private func play(_ rate: Rate) throws(TransportRefusal) {
    do { try player.setRate(rate) } catch {
      if error == .unavailable { throw error }
      let now = player.clock.now
      if rate != .normal { state.withLock { $0.machine.withdrawRates(at: now) } }
      try player.play()
    }
  }

  /// Requests rate 1, if any was requested. A player that is paused stays so, unless it waits for its leader.
  private func resetRate() {
    if state.withLock({ $0.machine.removeHold() }) { try? player.play() }
    guard state.withLock({ $0.machine.removeRequestedRate() }) != nil else { return }
    if let attached = player as? AttachedPlayer {
      try? attached.request(.setRate(.normal))
    } else if player.progressIfKnown?.rate.isPaused != true {
      // One that is paused forgets its rate.
      try? player.setRate(.normal)
    }
  }
}
