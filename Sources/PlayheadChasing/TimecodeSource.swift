import PlayheadAttaching
import PlayheadCore
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// Timecode as the source of a player's position, which takes no requests.
///
/// One thread, `playhead-chase`, receives the timecode. It is left behind if a device does not return.
final class TimecodeSource: PlayerSource {
  /// Opens the place from which timecode comes, on the thread. The closure wakes a thread that waits.
  typealias Opener = @Sendable (Bell) throws(TimecodeLoss) -> any TimecodeInput

  let name: String
  let habits: PositionHabits
  private let clock: any HostClock
  private let opener: Opener
  private let gate = ReportGate()
  private let bell = Bell()
  /// Interrupts the reading of a file.
  private let interruption: Interruption
  private let routine = Locked<(any HostRoutine)?>(nil)

  init(
    _ name: String, _ habits: TimecodeHabits, clock: any HostClock,
    _ interruption: Interruption = Interruption(), opening opener: @escaping Opener
  ) {
    self.interruption = interruption
    (self.name, self.habits, self.clock, self.opener) = (name, habits.position, clock, opener)
  }

  deinit { stop() }

  func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
    guard gate.open(report) else { return }
    let worker = TimecodeWorker(gate, bell, opener)
    let routine = clock.makeRoutine(on: .thread("playhead-chase")) { worker.step() }
    self.routine.withLock { $0 = routine }
    routine.wake()
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
    routine.withLock { $0.take() }?.stop()
  }
}

/// Hands over what an input receives. Unchecked: the steps of a routine never overlap.
private final class TimecodeWorker: @unchecked Sendable {
  private let gate: ReportGate
  private let bell: Bell
  private let opener: TimecodeSource.Opener
  private var input: (any TimecodeInput)?

  init(_ gate: ReportGate, _ bell: Bell, _ opener: @escaping TimecodeSource.Opener) {
    (self.gate, self.bell, self.opener) = (gate, bell, opener)
  }

  func step() -> HostRoutineNext {
    if gate.isClosed {
      input = nil
      return .wait(until: nil)
    }
    do throws(TimecodeLoss) {
      guard let input else {
        input = try opener(bell)
        return .again
      }
      let (reports, next) = try input.receive()
      gate.deliver(reports)
      return next
    } catch {
      input = nil
      switch error {
      case .atEnd: gate.deliver([.lost(.closed)])
      case .failed(let reason): gate.deliver([.lost(.failed(reason))])
      }
      return .wait(until: nil)
    }
  }
}
