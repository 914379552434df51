import Dispatch
import Synchronization

@testable import PlayheadLocking
@testable import PlayheadTesting

/// Threads of which one runs at a time. At the boundaries of locks, choices decide which one continues,
/// so that the number of the choices repeats an interleaving.
///
/// Sendable is unchecked: only the thread that runs uses the properties, and then passes them on.
final class ChosenThreads: InterleavedThreads, LockObserver, @unchecked Sendable {
  private let choices: ScheduleChoices
  /// Another thread continues at one of so many boundaries.
  private let rarity: Int
  private var gates: [DispatchSemaphore] = []
  /// Written before a gate opens, and read behind it, which ThreadSanitizer understands.
  private let passing = Atomic(false)
  private var waiting: [Int] = []
  private var current = 0
  /// The number of locks that each thread has.
  private var locks: [Int] = []
  private(set) var violations: [String] = []

  init(number: Int) {
    choices = ScheduleChoices(number: UInt64(number) << 32 | 1)
    rarity = [2, 4, 8, 16][choices.next(below: 4)]
  }

  func run(_ roles: [@Sendable () -> Void]) {
    gates = roles.map { _ in DispatchSemaphore(value: 0) }
    locks = roles.map { _ in 0 }
    waiting = Array(roles.indices)
    let group = DispatchGroup()
    for (index, role) in roles.enumerated() {
      let gate = gates[index]
      DispatchQueue(label: "chosen-thread").async(group: group) {
        self.play(index, behind: gate, role)
      }
    }
    pass(to: takeNext())
    group.wait()
    _ = passing.load(ordering: .acquiring)
  }

  private func play(_ index: Int, behind gate: DispatchSemaphore, _ role: () -> Void) {
    begin(index, behind: gate)
    LockObservation.observe(self, role)
    pass(to: waiting.isEmpty ? nil : takeNext())
  }

  private func pass(to gate: DispatchSemaphore?) {
    passing.store(true, ordering: .releasing)
    gate?.signal()
  }

  private func begin(_ index: Int, behind gate: DispatchSemaphore) {
    gate.wait()
    _ = passing.load(ordering: .acquiring)
    current = index
  }

  /// Chooses a waiting thread, and returns its gate.
  private func takeNext() -> DispatchSemaphore {
    gates[waiting.remove(at: choices.next(below: waiting.count))]
  }

  func pause() {
    guard !waiting.isEmpty, !holdsLock, choices.next(below: rarity) == 0 else { return }
    let own = current
    let (gate, next) = (gates[own], takeNext())
    waiting.append(own)
    pass(to: next)
    begin(own, behind: gate)
  }

  // MARK: Locks

  var holdsLock: Bool { !locks.isEmpty && locks[current] > 0 }

  func willLock() {
    if holdsLock { violations.append("A lock was taken while another was held.") }
    pause()
    locks[current] += 1
  }

  func didUnlock() {
    locks[current] -= 1
    pause()
  }
}
