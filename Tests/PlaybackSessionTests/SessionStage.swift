import PlayheadLocking
import PlayheadMedia
import PlaybackSession
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A session of fake files on a manual clock, which records its changes as text. The file `missing` cannot
/// be opened, `slow` is not open until `finishOpening()`, and `late 30` is open 30 s after it has begun.
final class SessionStage: SessionHost, PlayerQueueSupervisor, ControlledSession {
  private final class File: SessionEntry {
    let listed: PlaylistEntry
    let isAttempt = false

    init(_ listed: PlaylistEntry) { self.listed = listed }
  }

  private struct State {
    var story: [String] = []
    var lastChange: SessionChange?
    var current: (entry: PlayerQueue.Entry, player: Player)?
    var following: [AnyCancellable] = []
    var isOver = false
  }

  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  let session: QueueSession
  private let state = Locked(State())

  /// Creates a session without files, and begins it.
  ///
  /// - Parameter waits: Whether it waits for files.
  init(waits: Bool = true) {
    var settings = SessionSettings()
    settings.waitsForFiles = waits
    session = QueueSession(
      PlayerQueue(supervising: [], preloading: .never, clock: clock), settings: settings,
      hasSound: true)
    session.host = self
    let changes = session.changes.sink { [weak self] change in self?.note(change) }
    state.withLock { $0.following = [changes] }
    session.queue.setRate(.normal)
    session.begin(supervisedBy: self)
    clock.advance(by: .zero)
  }

  var snapshot: SessionSnapshot { session.snapshot }
  var changes: AnyPublisher<SessionChange, Never> { session.changes }

  var isOver: Bool { state.withLock { $0.isOver } }
  var lastChange: SessionChange? { state.withLock { $0.lastChange } }

  /// Returns the events since the last call.
  func story() -> [String] {
    state.withLock { state in
      defer { state.story = [] }
      return state.story
    }
  }

  private func note(_ text: String) { state.withLock { $0.story.append(text) } }

  private func note(_ change: SessionChange) {
    let old = state.withLock { state in
      defer { state.lastChange = change }
      return state.lastChange
    }
    withExtendedLifetime(old) {}
    switch change.event {
    case .started(let id): note("started \(id)")
    case .loaded(let id): note("loaded \(id)")
    case .seeking: note("seeking")
    case .restarted(let progress): note("at \(progress.position.seconds)")
    case .ended(let id, let end): note("ended \(id) \(end)")
    case .idle: note("idle")
    case .closing: note("closing")
    case .listChanged, .settingsChanged: break
    }
  }

  /// Carries out the request of a program, and its immediate consequences.
  func perform(_ request: SessionRequest) throws(SessionRefusal) {
    defer { clock.advance(by: .zero) }
    try session.perform(request)
  }

  /// Carries out the request of a user, and its effects at this instant.
  ///
  /// - Parameter inOrder: Whether it is a line of a script, and not a key.
  func performForUser(_ request: SessionRequest, inOrder: Bool = true) throws(SessionRefusal) {
    defer { clock.advance(by: .zero) }
    try session.performForUser(request, inOrder: inOrder)
  }

  /// Returns new entries of the files that a request adds.
  func entries(of request: SessionRequest) -> () -> [PlayerQueue.Entry] {
    guard case .load(let locations, _) = request else { return { [] } }
    return { [self] in makeEntries(locations) }
  }

  private func makeEntries(_ locations: [String]) -> [PlayerQueue.Entry] {
    zip(session.reserveIDs(locations.count)..., locations).map { id, location in
      let listed = PlaylistEntry(id: id, location: location)
      return PlayerQueue.Entry(attachment: File(listed)) { [clock] in
        if location == "missing" { throw MediaError(.open, of: location, reason: .interrupted) }
        guard location.hasPrefix("late") else {
          return Player(media: FakeMedia(frameCount: 250), clock: clock)
        }
        // Position zero is known when the first packet comes.
        var info = FakeMedia(frameCount: 250).info
        info.tracks[0].startTicks = nil
        let pause = FakeMedia.Step.pause(.seconds(Double(location.dropFirst(5)) ?? 0))
        let steps = [pause] + FakeMedia.frames(0..<250)
        return Player(media: FakeMedia(info: info, steps: steps), clock: clock)
      }
    }
  }

  // MARK: Files

  func begin(_ player: Player, of entry: PlayerQueue.Entry) {
    let file = SessionFile(
      entry, player: player, start: .zero, end: nil,
      locate: { _ throws(SessionRefusal) in throw .impossible("no chapter", file: "") },
      check: { _ throws(SessionRefusal) in throw .refused("no frames") })
    let ends = player.didPlayToEndTimePublisher(queue: nil).sink { [weak session] _ in
      session?.end(entry, .finished, at: nil, isLast: false)
    }
    state.withLock { state in
      state.current = (entry, player)
      state.following.append(ends)
    }
    session.begin(entry, file)
  }

  func prepare(_ player: Player, isScheduled: Bool) {
    if let entry = openingEntry, entry.sessionEntry?.listed.location != "slow" {
      session.open(entry)
    }
  }

  func didStart(_ player: Player) {
    if openingEntry?.sessionEntry?.listed.location != "slow" { session.catchUp() }
  }

  private var openingEntry: PlayerQueue.Entry? { state.withLock { $0.current?.entry } }

  /// Opens the file `slow`.
  func finishOpening() {
    if let entry = openingEntry { session.open(entry) }
    session.catchUp()
    clock.advance(by: .zero)
  }

  func fail(_ error: any Error, of entry: PlayerQueue.Entry, _ player: Player?) {
    session.begin(entry, nil)
    session.end(entry, .failed("no file", nil), at: nil, isLast: false)
  }

  func finish() { session.finish() }

  // MARK: Requests

  func didApply(_ settings: SessionSettings, after old: SessionSettings) {}
  func didSeek() {}
  func preloading(_ settings: SessionSettings) -> PreloadPolicy { .never }
  func carryOut(_ request: SessionRequest) {
    note("\(request)")
    guard case .quit = request else { return }
    session.stop(interrupting: {}) {
      if let entry = openingEntry { session.end(entry, .quit, at: nil, isLast: true) }
    }
  }
  func report(_ refusal: SessionRefusal, of request: SessionRequest) { note("refused \(refusal)") }
  func report(_ error: MediaError) { note("\(error)") }
  func leave(_ entry: PlayerQueue.Entry) { session.end(entry, .stopped, at: nil, isLast: false) }
  func setIndex(_ index: Int, of count: Int) {}
  func end() { state.withLock { $0.isOver = true } }
}
