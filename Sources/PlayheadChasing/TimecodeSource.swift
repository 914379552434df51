import PlayheadAttaching
import PlayheadCore
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// Waits for timecode, but not for long, and returns its reports, and when to call this again. Throws why it ends.
typealias TimecodeInput =
  () throws(SourceReport.Loss) -> (reports: [SourceReport], next: HostRoutineNext)

/// Timecode, or a served timeline, as a source, on a thread that is left behind if a device does not return.
final class TimecodeSource: PlayerSource {
  /// Opens the place from which timecode comes. The bell ends a wait, the interruption the reading of a file.
  typealias Opener =
    @Sendable (Bell, Interruption) throws(SourceReport.Loss) -> TimecodeInput

  private struct State {
    var routine: (any HostRoutine)?
    /// The open place, except while it is used.
    var input: TimecodeInput?
  }

  let name: String
  let habits: PositionHabits
  private let clock: any HostClock
  private let open: Opener
  private let gate = ReportGate()
  private let bell = Bell()
  private let interruption = Interruption()
  private let state = Locked(State())

  init(
    _ name: String, _ habits: TimecodeHabits, clock: any HostClock, opening open: @escaping Opener
  ) {
    (self.name, self.habits, self.clock, self.open) = (name, habits.position, clock, open)
  }

  deinit { stop() }

  func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
    guard gate.open(report) else { return }
    let routine = clock.makeRoutine(on: .thread("playhead-chase")) { [weak self] in
      self?.step() ?? .wait(until: nil)
    }
    state.withLock { $0.routine = routine }
    routine.wake()
  }

  private func step() -> HostRoutineNext {
    if gate.isClosed { return .wait(until: nil) }
    do throws(SourceReport.Loss) {
      let known = state.withLock { $0.input.take() }
      let input = if let known { known } else { try open(bell, interruption) }
      let (reports, next) = try input()
      gate.deliver(reports)
      state.withLock { if $0.routine != nil { $0.input = input } }
      return next
    } catch {
      gate.deliver([.lost(error)])
      return .wait(until: nil)
    }
  }

  /// Timecode comes by itself.
  func read() -> Bool { false }

  func request(_ request: PlayerRequest) throws(TransportRefusal) {
    throw .unsupported("\(name) can only be followed")
  }

  func stop() {
    gate.close()
    interruption.interrupt()
    bell.ring()
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    old.routine?.stop()
  }
}

/// Returns what a function returns, or throws its failure in words.
func receiving<Value, Failure: Error>(
  _ words: (Failure) -> String = { "\($0)" }, _ body: () throws(Failure) -> Value
) throws(SourceReport.Loss) -> Value {
  do throws(Failure) { return try body() } catch { throw .failed(words(error)) }
}
