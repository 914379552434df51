import PlayheadCore
import PlayheadLocking
import PlayheadTimekeeping

@testable import PlayheadAttaching

/// A player on a manual clock that a test plays, pauses and moves, and that answers at once.
final class FakeSource: PlayerSource {
  /// What the player answers to the question for its position.
  enum Answer {
    case position
    /// That it has no position.
    case withoutPosition
    /// Something that says nothing of its position.
    case other
    /// It does not answer.
    case none
    /// It is not asked at all.
    case notAsked
  }

  private struct State {
    var facts = PlayerFacts()
    var timeline: Timeline
    var report: (@Sendable (SourceReport) -> Void)?
    var answer = Answer.position
    var readCount = 0
    var requests: [PlayerRequest] = []
    var isStopped = false
    var lastReport: HostInstant
  }

  let name = "fake"
  let habits = PositionHabits()
  let clock: ManualHostClock
  private let state: Locked<State>

  init(_ clock: ManualHostClock) {
    self.clock = clock
    state = Locked(
      State(
        timeline: Timeline(mediaAnchor: .zero, hostAnchor: clock.now, rate: .paused),
        lastReport: clock.now))
  }

  func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
    state.withLock { $0.report = report }
  }

  @discardableResult
  func read() -> Bool {
    let (reading, answer, report) = state.withLock { state in
      state.readCount += 1
      let now = clock.now
      return (
        PositionReading(sent: now, received: now, value: state.timeline.position(at: now)),
        state.answer, state.report
      )
    }
    switch answer {
    case .position: report?(.reading(reading))
    case .withoutPosition: report?(.withoutPosition)
    case .other: report?(.answered)
    case .none, .notAsked: break
    }
    return answer != .notAsked
  }

  func request(_ request: PlayerRequest) throws(TransportRefusal) {
    if request == .next { throw .unsupported("there is no next item") }
    state.withLock { $0.requests.append(request) }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: What the test does

  var readCount: Int { state.withLock { $0.readCount } }
  var requests: [PlayerRequest] { state.withLock { $0.requests } }
  var isStopped: Bool { state.withLock { $0.isStopped } }
  var position: MediaTime { state.withLock { $0.timeline.position(at: clock.now) } }

  /// Sets what the player answers to questions for its position.
  func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

  /// Changes what the player says and does, and reports it.
  func change(
    _ body: (inout PlayerFacts) -> Void, to position: MediaTime? = nil,
    since earliest: HostInstant? = nil
  ) {
    let (facts, since, report) = state.withLock { state in
      body(&state.facts)
      let now = clock.now
      state.timeline = Timeline(
        mediaAnchor: position ?? state.timeline.position(at: now), hostAnchor: now,
        rate: state.facts.movingRate)
      defer { state.lastReport = now }
      return (state.facts, state.lastReport, state.report)
    }
    report?(.facts(facts, since: earliest ?? max(since, clock.now), received: clock.now))
  }

  /// Moves the playhead without a report.
  func jump(to position: MediaTime) {
    state.withLock { state in
      state.timeline = Timeline(
        mediaAnchor: position, hostAnchor: clock.now, rate: state.facts.movingRate)
    }
  }

  /// Stays at a position without a report.
  func stay(at position: MediaTime) {
    state.withLock { state in
      state.timeline = Timeline(mediaAnchor: position, hostAnchor: clock.now, rate: .paused)
    }
  }

  /// Moves the playhead and reports that, with or without the new position.
  func seek(to position: MediaTime, tells: Bool = false) {
    let report = state.withLock { state in
      state.timeline = Timeline(
        mediaAnchor: position, hostAnchor: clock.now, rate: state.facts.movingRate)
      return state.report
    }
    report?(.moved(to: tells ? position : nil, since: clock.now, received: clock.now))
  }

  /// Begins a seek, and reports its target if that is known.
  func beginSeek(to target: SeekDestination? = nil, isPlaying: Bool = true) {
    let report = state.withLock { $0.report }
    report?(.seeking(since: clock.now, received: clock.now))
    if isPlaying { change { $0.playback = .waiting } }
    if let target { report?(.seekDestination(target)) }
  }

  func aim(at target: SeekDestination) { state.withLock { $0.report }?(.seekDestination(target)) }

  /// Reports which streams of a sound server are the player's.
  func tell(_ sound: PlayerSound?) { state.withLock { $0.report }?(.sound(sound)) }

  func refuse(_ request: PlayerRequest) {
    state.withLock { $0.report }?(.refused(request, "no"))
  }

  func end() { state.withLock { $0.report }?(.ended(received: clock.now)) }

  func lose(_ loss: SourceReport.Loss) { state.withLock { $0.report }?(.lost(loss)) }
}
