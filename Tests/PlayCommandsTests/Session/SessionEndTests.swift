import Dispatch
import PlayheadLocking
import PlaybackSession
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFormatting
@testable import PlayheadListFiles
@testable import PlayheadPlayCommands

/// A session ends when it is asked to, at each stage of its files.
@Suite struct SessionEndTests {
  private static func makeSession(
    _ files: [String], _ change: (inout PlayOptions) -> Void = { _ in }
  ) throws -> PlaySession {
    var options = PlayOptions()
    options.isQuiet = true
    options.waitsForFiles = true
    options.files = files
    change(&options)
    return try PlaySession(options, ListFileExpansion.files(files, access: options.access))
  }

  /// Records the starts and ends of files, and calls a closure if one is started again.
  private final class Story: Sendable {
    private struct State {
      var events: [String] = []
      var recording: AnyCancellable?
    }

    private let state = Locked(State())
    private let ended = DispatchSemaphore(value: 0)

    var events: [String] { state.withLock { $0.events } }

    init(_ session: PlaySession, startedAgain: @escaping @Sendable () -> Void) {
      let recording = session.changes.sink { [weak self] change in
        switch change.event {
        case .started(let id):
          if self?.note("started \(id)") == true { startedAgain() }
        case .ended(let id, let end):
          _ = self?.note("ended \(id) \(end)")
          self?.ended.signal()
        default: break
        }
      }
      state.withLock { $0.recording = recording }
    }

    /// Returns whether the event is recorded already.
    private func note(_ event: String) -> Bool {
      state.withLock { state in
        defer { state.events.append(event) }
        return state.events.contains(event)
      }
    }

    func waitForEnd() { ended.wait() }
  }

  /// The player of a file reports its error on its own thread, while other threads leave the file
  /// and begin the next one.
  @Test(arguments: [true, false])
  func aLateErrorOfAFileChangesNothing(isNextBegunBefore: Bool) throws {
    let file = Repository.sample("bbb_small.mp4")
    // The queue of this session waits for its supervisor. The test calls the session in its place.
    let session = try Self.makeSession([file, file])
    let entries = session.queue.entries
    let players = entries.map { _ in Player(path: file) }
    let story = Story(session) { session.begin(players[1], of: entries[1]) }
    session.begin(players[0], of: entries[0])
    try session.perform(.next)
    story.waitForEnd()
    if isNextBegunBefore { session.begin(players[1], of: entries[1]) }
    session.fail(MediaError(.open, of: file, reason: .interrupted), of: entries[0], players[0])
    if story.events.count < 3 { session.begin(players[1], of: entries[1]) }
    try #require(session.current?.entry == entries[1])
    #expect(story.events == ["started 1", "ended 1 stopped", "started 2"])
    #expect(!session.session.machine.results.hasFailure)
    try session.perform(.quit(status: nil))
    story.waitForEnd()
    session.session.owner.run {}
    #expect(session.session.machine.isOver && story.events.last == "ended 2 quit")
  }

  /// Supervises a queue for a session, and passes the errors of players on late.
  private final class LateErrors: PlayerQueueSupervisor {
    private struct State {
      var errors: [@Sendable () -> Void] = []
      var isPassing = false
    }

    private let session: PlaySession
    private let state = Locked(State())

    init(_ session: PlaySession) { self.session = session }

    /// Has the queue continue, as on another thread, if an error is being passed on.
    func runQueue(on clock: ManualHostClock) {
      let isPassing = state.withLock { state in
        defer { state.isPassing = false }
        return state.isPassing
      }
      if isPassing { for _ in 0..<5 { clock.runNextStep() } }
    }

    func begin(_ player: Player, of entry: PlayerQueue.Entry) { session.begin(player, of: entry) }

    func prepare(_ player: Player, isScheduled: Bool) {
      session.prepare(player, isScheduled: isScheduled)
    }

    func didStart(_ player: Player) { session.didStart(player) }

    func fail(_ error: any Error, of entry: PlayerQueue.Entry, _ player: Player?) {
      guard player != nil else { return session.fail(error, of: entry, nil) }
      state.withLock { state in
        state.errors.append { [session] in session.fail(error, of: entry, player) }
      }
    }

    func finish() { session.finish() }

    /// Passes on the errors until now.
    func pass() {
      let errors = state.withLock { state in
        defer { (state.errors, state.isPassing) = ([], true) }
        return state.errors
      }
      for pass in errors { pass() }
      state.withLock { $0.isPassing = false }
    }
  }

  private static func request(_ random: inout SplitMix64) -> SessionRequest {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: .setKeepOpen(Bool.random(using: &random) ? .all : .last)
    case 1: .setWaitsForFiles(Bool.random(using: &random))
    default: SessionConcurrencyTests.request(&random)
    }
  }

  /// Whatever is requested of a session, and at whichever stage of its files, it ends when a program
  /// requests that.
  @Test(arguments: 0..<UInt64(TestEffort.rounds(100)))
  func aSessionThatIsAskedToEndDoes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let files = (0..<3).map { _ in
      SessionConcurrencyTests.files.randomElement(using: &random) ?? ""
    }
    let session = try Self.makeSession(files) { $0.isInstant = true }
    let clock = try #require(session.clock as? ManualHostClock)
    let events = Locked<[SessionEvent]>([])
    let supervisor = LateErrors(session)
    let recording = session.changes.sink { change in
      events.withLock { $0.append(change.event) }
      if case .started = change.event { supervisor.runQueue(on: clock) }
    }
    session.queue.setRate(.normal)
    session.session.begin(supervisedBy: supervisor)
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        clock.runNextStep()
        if Int.random(in: 0..<6, using: &random) == 0 { supervisor.pass() }
      }
      do throws(SessionRefusal) {
        try session.perform(Self.request(&random))
      } catch {}
    }
    do throws(SessionRefusal) {
      try session.perform(.quit(status: 5))
    } catch {
      #expect(session.session.machine.isOver)
    }
    // If nobody ended a file, it could be repeated forever.
    for _ in 0..<10_000 where !session.session.machine.isOver {
      if !clock.runNextStep() { supervisor.pass() }
    }
    #expect(session.session.machine.isOver, "\(session.session.machine.phase)")
    session.session.close()
    withExtendedLifetime(recording) {}
    SessionConcurrencyTests.expectOrder(of: events.withLock { $0 })
  }
}
