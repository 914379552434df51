import PlaybackSession
import PlayheadCore
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// The state of a session, without players, a terminal, a socket or a bus.
@Suite struct SessionMachineTests {
  /// Something that happens to a session, or a request of a program.
  private enum Step {
    case begin(Int)
    case open(Int)
    case depart(Int)
    case arrive(Int)
    case end(Int, FileEnd)
    case stop
    case finish
    case request(SessionRequest)

    static func random(using numbers: inout SplitMix64) -> Step {
      let file = Int.random(in: 1...3, using: &numbers)
      return switch Int.random(in: 0..<24, using: &numbers) {
      case 0..<5: .begin(file)
      case 5..<10: .open(file)
      case 10..<12: .depart(file)
      case 12..<14: .arrive(file)
      case 14..<18: .end(file, Bool.random(using: &numbers) ? .finished : .failed("", nil))
      case 18..<20: .request(.seek(.offset(.seconds(1))))
      case 20..<23: .request(.setPaused(true))
      default: Bool.random(using: &numbers) ? .stop : .finish
      }
    }
  }

  /// Carries out a step, and returns the events as text, or `refused`.
  private static func carryOut(_ step: Step, in machine: inout SessionMachine) -> [String] {
    let events: [SessionEvent?]
    switch step {
    case .begin(let file): events = machine.begin(file, listLoop: .none)
    case .open(let file): events = [machine.open(file)]
    case .depart(let file): events = [machine.event(of: .departed(to: .zero), in: file)]
    case .arrive(let file): events = [machine.event(of: arrival, in: file)]
    case .end(let file, let end): events = [machine.end(file, end)]
    case .stop:
      machine.stop()
      events = []
    case .finish: events = [machine.finish()]
    case .request(let request):
      do throws(SessionRefusal) {
        try machine.check(request)
        events = []
      } catch {
        return ["refused \(error)"]
      }
    }
    return events.compactMap { $0.map(text) }
  }

  private static let arrival = PlayheadMovement.arrived(
    SeekResult(target: .zero, landed: .zero),
    at: PlayheadProgress(
      position: .zero, hostInstant: HostInstant(nanoseconds: 0), rate: .normal, state: .playing,
      cause: .requested))

  private static func text(of event: SessionEvent) -> String {
    switch event {
    case .started(let id): "started \(id)"
    case .loaded(let id): "loaded \(id)"
    case .seeking: "seeking"
    case .restarted: "restarted"
    case .ended(let id, .quit): "quit \(id)"
    case .ended(let id, _): "ended \(id)"
    case .listChanged: "list"
    case .settingsChanged: "settings"
    case .idle: "idle"
    case .closing: "closing"
    }
  }

  /// What a session does, decided from the events that it has published until now.
  private struct Model {
    /// The events of files, without those of movements.
    private var published: [String] = []
    private var isStopped = false
    private var isOver = false

    mutating func expected(of step: Step) -> [String] {
      let events = events(of: step)
      published += events.filter { $0.contains { $0.isNumber } }
      return events
    }

    private mutating func events(of step: Step) -> [String] {
      let last = published.last ?? ""
      switch step {
      case .begin(let file): return isOver ? [] : ["list", "started \(file)"]
      case .open(let file): return last == "started \(file)" && !isStopped ? ["loaded \(file)"] : []
      case .depart(let file): return last == "loaded \(file)" && !isStopped ? ["seeking"] : []
      case .arrive(let file): return last == "loaded \(file)" && !isStopped ? ["restarted"] : []
      case .end(let file, _):
        return last == "started \(file)" || last == "loaded \(file)" ? ["ended \(file)"] : []
      case .stop:
        isStopped = true
        return []
      case .finish:
        (isStopped, isOver) = (true, true)
        guard last.hasPrefix("started") || last.hasPrefix("loaded") else { return [] }
        return ["quit \(last.suffix(1))"]
      case .request(let request):
        let isRefused = isStopped || (request.needsFile && !last.hasPrefix("loaded"))
        return isRefused ? ["refused noFile"] : []
      }
    }
  }

  @Test func aSessionDoesWhatFollowsFromItsEvents() {
    for seed in 0..<TestEffort.rounds(2_000) {
      var numbers = SplitMix64(seed: UInt64(seed))
      var machine = SessionMachine(settings: SessionSettings())
      var model = Model()
      for _ in 0..<40 {
        let step = Step.random(using: &numbers)
        let (found, expected) = (Self.carryOut(step, in: &machine), model.expected(of: step))
        guard found == expected else {
          Issue.record("seed \(seed): \(step) is \(found), expected \(expected)")
          return
        }
      }
    }
  }

  @Test func aFileIsBegunOpenedAndEnded() {
    var machine = SessionMachine(settings: SessionSettings())
    #expect(machine.phase == .idle && machine.file == nil)
    _ = machine.begin(1, listLoop: .none)
    #expect(machine.phase == .opening(1) && machine.file == 1)
    _ = machine.open(1)
    #expect(machine.phase == .playing(1))
    machine.stop()
    #expect(machine.phase == .leaving(1) && machine.isStopped)
    _ = machine.end(1, .quit)
    #expect(machine.phase == .leaving(nil) && !machine.isOver)
    _ = machine.finish()
    #expect(machine.phase == .over(isStopped: true) && machine.isOver)
    // A signal while the last commands still run.
    machine.stop()
    #expect(machine.phase == .over(isStopped: true))
  }

  @Test func aNewNumberOfRepetitionsIsAChangeOfTheSettings() {
    var machine = SessionMachine(settings: SessionSettings())
    machine.settings.listLoop = .times(2)
    #expect(machine.begin(1, listLoop: .times(2)).map(Self.text) == ["list", "started 1"])
    _ = machine.end(1, .finished)
    #expect(machine.begin(1, listLoop: .none).map(Self.text) == ["settings", "list", "started 1"])
    #expect(machine.settings.listLoop == .none)
  }

  @Test func resultsOfFilesAreKept() {
    var machine = SessionMachine(settings: SessionSettings())
    _ = machine.begin(1, listLoop: .none)
    _ = machine.end(1, .failed("missing", nil), isAttempt: true)
    #expect(machine.results.hasFailure && !machine.results.hasPlayed && machine.waitsForFiles)
    _ = machine.begin(2, listLoop: .none)
    _ = machine.end(2, .finished)
    #expect(machine.results.hasFailure && machine.results.hasPlayed && !machine.waitsForFiles)
    machine.settings.waitsForFiles = true
    #expect(machine.waitsForFiles)
    machine.stop()
    #expect(!machine.waitsForFiles)
  }

  /// Requests that wait apply to the file that was chosen instead.
  @Test func waitingRequestsEndWithTheirFileUnlessAnotherWasChosen() {
    for isReplaced in [false, true] {
      var machine = SessionMachine(settings: SessionSettings())
      _ = machine.begin(1, listLoop: .none)
      #expect(machine.requests.admit(.reportPosition, inOrder: true) == .later)
      _ = machine.end(1, .stopped, isReplaced: isReplaced)
      machine.requests.catchUp()
      #expect(machine.requests.next() == (isReplaced ? .reportPosition : nil))
    }
  }
}
