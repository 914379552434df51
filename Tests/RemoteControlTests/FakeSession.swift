import PlayheadLocking
import PlayheadMedia
import PlaybackSession
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A session over real players of fake media, on a manual clock: a file opens, plays and ends only
/// while the test advances the time.
///
/// It keeps the rules of `ControlledSession`, so what passes with it works with the command's session.
final class FakeSession: ControlledSession {
  struct State {
    var snapshot = SessionSnapshot()
    var lastID = 0
    /// The requests that were carried out or refused.
    var requests: [SessionRequest] = []
    /// Follow the current player. They are cancelled when it is left.
    var following: [AnyCancellable] = []
    /// How often the list is played again.
    var rounds = 0
    var isOpen = false
    var isClosed = false
  }

  let clock: ManualHostClock
  let state = Locked(State())
  /// Returns the media of a location, or the reason why it may not be read.
  private let media: @Sendable (String) throws(SessionRefusal) -> FakeMedia
  private let subject = PassthroughSubject<SessionChange, Never>()

  /// Creates a session with a list of files. `start()` plays the first.
  ///
  /// - Parameters:
  ///   - locations: The files.
  ///   - media: The media of a location: if none is given, 10 s of video with 25 frames a second.
  init(
    _ locations: [String] = [],
    clock: ManualHostClock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000)),
    media: @escaping @Sendable (String) throws(SessionRefusal) -> FakeMedia = { _ in
      FakeMedia(frameCount: 250)
    }
  ) {
    self.clock = clock
    self.media = media
    state.withLock { state in
      state.snapshot.entries = locations.map { entry(of: $0, in: &state) }
    }
  }

  var snapshot: SessionSnapshot { state.withLock { $0.snapshot } }
  var changes: AnyPublisher<SessionChange, Never> { subject.eraseToAnyPublisher() }
  /// The requests of the interfaces, in order.
  var requests: [SessionRequest] { state.withLock { $0.requests } }

  func send(_ event: SessionEvent) { subject.send(SessionChange(event, snapshot)) }

  /// Plays the first file of the list, and advances the clock by no time, so that it is open.
  func start() {
    open(0)
    clock.advance(by: .zero)
  }

  /// Advances the time.
  func advance(milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  func entry(of location: String, in state: inout State) -> PlaylistEntry {
    state.lastID += 1
    return PlaylistEntry(id: state.lastID, location: location)
  }

  /// Throws if a location may not be read.
  func check(_ locations: [String]) throws(SessionRefusal) {
    for location in locations { _ = try media(location) }
  }

  // MARK: Files

  /// Leaves the current file, and opens the one at this index.
  func open(_ index: Int, leaving reason: FileEnd = .stopped) {
    leave(reason)
    let location = state.withLock { $0.snapshot.entries[index].location }
    guard let media = try? media(location) else { return }
    let player = Player(media: media, clock: clock)
    let id = state.withLock { state in
      (state.snapshot.currentIndex, state.snapshot.player) = (index, player)
      state.isOpen = true
      return state.snapshot.entries[index].id
    }
    send(.started(id: id))
    follow(player, id: id)
    player.beginLoading()
  }

  /// Leaves the current file, if one is open or about to be.
  func leave(_ reason: FileEnd) {
    let (id, player, following) = state.withLock { state in
      defer {
        state.following = []
        state.isOpen = false
      }
      return (
        state.isOpen ? state.snapshot.currentEntry?.id : nil, state.snapshot.player,
        state.following
      )
    }
    for follower in following { follower.cancel() }
    guard let id else { return }
    send(.ended(id: id, reason))
    player?.close()
  }

  private func follow(_ player: Player, id: Int) {
    let status = player.statusPublisher.sink { [weak self] status in
      self?.statusChanged(status, of: player, id: id)
    }
    let ends = player.didPlayToEndTimePublisher.sink { [weak self] _ in self?.finish() }
    let seams = player.progressPublisher(on: .times([])).sink { [weak self] progress in
      guard progress.cause == .looped else { return }
      self?.send(.seeking)
      self?.send(.restarted(progress))
    }
    state.withLock { $0.following = [status, ends, seams] }
  }

  private func statusChanged(_ status: Player.Status, of player: Player, id: Int) {
    switch status {
    case .unknown: break
    case .readyToPlay:
      send(.loaded(id: id))
      apply(state.withLock { $0.snapshot.settings }, to: player)
      send(.restarted(player.currentProgress()))
    case .failed(let error): continueList(after: .failed("\(error)", error.reason))
    // Fuzz/, which is another package, compiles this file too.
    @unknown default: break
    }
  }

  private func finish() { continueList(after: .finished) }

  /// Plays the entry after the current one, or waits for files.
  private func continueList(after reason: FileEnd) {
    let next = state.withLock { state -> Int? in
      let next = (state.snapshot.currentIndex ?? -1) + 1
      if next < state.snapshot.entries.count { return next }
      state.rounds += 1
      switch state.snapshot.settings.listLoop {
      case .none: return nil
      case .times(let count): return state.rounds < count ? 0 : nil
      case .endless: return 0
      }
    }
    next.map { open($0, leaving: reason) } ?? wait(leaving: reason)
  }

  /// Leaves the current file and waits for files.
  func wait(leaving reason: FileEnd) {
    leave(reason)
    state.withLock { ($0.snapshot.currentIndex, $0.snapshot.player) = (nil, nil) }
    send(.idle)
  }

  /// Ends the session.
  func close() {
    leave(.quit)
    state.withLock { state in
      (state.snapshot.currentIndex, state.snapshot.player, state.isClosed) = (nil, nil, true)
    }
    send(.closing)
    subject.send(completion: .finished)
  }
}
