import Foundation

/// Runs, several at a time, because a server that breaks off is asked again after a pause.
struct FieldRuns {
  private static let slotCount = 24

  private let slots: [RunSlot]
  private(set) var count = 0
  private(set) var problemCount = 0

  /// - Parameter companions: The paths of all files that others name.
  init(companions: Set<String>) throws {
    slots = try (0..<Self.slotCount).map { _ in try RunSlot(companions: companions) }
  }

  /// Begins a run, when another one has ended if there are enough.
  mutating func begin(_ run: FieldRun) throws {
    while !slots.contains(where: \.isFree) { try endOne() }
    try slots.first(where: \.isFree)?.begin(run)
    count += 1
  }

  /// Waits for all runs.
  mutating func end() throws {
    while slots.contains(where: { !$0.isFree }) { try endOne() }
  }

  private mutating func endOne() throws {
    var ended = siginfo_t()
    guard waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) == 0,
      let slot = slots.first(where: { !$0.isFree && $0.process == ended._sifields._sigchld.si_pid }
      ),
      let problem = try slot.end()
    else { return }
    print(problem)
    problemCount += 1
  }
}
