import PlayheadCore
import PlayheadInterprocess
import PlayheadLocking
import PlayheadTimekeeping

/// A player that offers MPRIS on the session bus.
///
/// One thread, `playhead-mpris`, speaks with the bus. It waits until a message arrives.
package final class MPRISSource: PlayerSource {
  package let name: String
  private let worker: MPRISWorker
  /// The thread that runs the worker, once started.
  private let routine = Locked<(any HostRoutine)?>(nil)

  /// Creates a source that may follow the target on a bus, or on that of the session.
  package init(
    _ target: MPRISTarget, bus: String? = nil, clock: any HostClock = SystemHostClock.shared
  ) {
    name = target.name
    habits = .mpris(target)
    worker = MPRISWorker(target, bus, clock)
  }

  deinit { stop() }

  package let habits: PositionHabits

  package var process: Int32? { worker.machine.withLock { $0.player?.process } }

  package func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
    guard worker.gate.open(report) else { return }
    let worker = worker
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-mpris")) {
      worker.run()
      return .wait(until: nil)
    }
    self.routine.withLock { $0 = routine }
    routine.wake()
  }

  @discardableResult
  package func read() -> Bool {
    let isOwed = worker.machine.withLock { $0.read() }
    worker.bell.ring()
    return isOwed
  }

  package func request(_ request: PlayerRequest) throws(TransportRefusal) {
    try worker.machine.withLock { machine throws(TransportRefusal) in try machine.request(request) }
    worker.bell.ring()
  }

  package func stop() {
    worker.gate.close()
    worker.bell.ring()
  }
}

/// Moves messages between a machine and the bus, on one thread.
private final class MPRISWorker: Sendable {
  let machine: Locked<MPRISMachine>
  let gate = ReportGate()
  let bell = Bell()
  private let address: String?
  private let clock: any HostClock

  init(_ target: MPRISTarget, _ address: String?, _ clock: any HostClock) {
    machine = Locked(MPRISMachine(target))
    (self.address, self.clock) = (address, clock)
  }

  /// Runs until the player is lost, or the source is stopped.
  func run() {
    do throws(BusFailure) {
      let connection = try BusConnection(address: address)
      connection.setSignalHandler { [unowned self] signal in
        let now = clock.now
        gate.deliver(machine.withLock { $0.receive(signal, at: now) })
      }
      for rule in MPRISMachine.rules { try connection.addMatch(rule) }
      while !isDone {
        let now = clock.now
        let calls = machine.withLock { $0.removeCalls(at: now) }
        for call in calls { send(call, on: connection) }
        try connection.process()
        if !machine.withLock({ $0.hasCalls }) && !isDone { try connection.wait(for: bell) }
      }
    } catch {
      if !isDone { gate.deliver([.lost(.failed(error.reason))]) }
    }
  }

  private var isDone: Bool { gate.isClosed || machine.withLock { $0.isLost } }

  private func send(_ call: MPRISCall, on connection: BusConnection) {
    connection.call(call.request, within: call.limit) { [unowned self] answer in
      let now = clock.now
      gate.deliver(machine.withLock { $0.receive(answer, to: call, at: now) })
    }
  }
}
