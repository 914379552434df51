import Foundation

/// Runs, several at a time, because a server that breaks off is asked again after a pause.
struct FieldRuns {
  private static let slotCount = 48
  /// The number of runs of one process. If one of them fails, each is done again in a process of its own.
  private static let batchSize = 24

  private let slots: [RunSlot]
  private var waiting: [FieldRun] = []
  private(set) var count = 0
  private(set) var problemCount = 0

  /// - Parameter companions: The paths of all files that others name.
  init(companions: Set<String>) throws {
    slots = try (0..<Self.slotCount).map { _ in try RunSlot(companions: companions) }
  }

  /// Adds a run, which begins with others.
  mutating func add(_ run: FieldRun) throws {
    waiting.append(run)
    count += 1
    if waiting.count == Self.batchSize { try beginWaiting() }
  }

  /// Waits for all runs.
  mutating func end() throws {
    try beginWaiting()
    while slots.contains(where: { !$0.isFree }) { try endOne() }
  }

  private mutating func beginWaiting() throws {
    if waiting.isEmpty { return }
    let runs = waiting
    waiting = []
    try begin(runs)
  }

  /// Begins runs, when others have ended if there are enough.
  private mutating func begin(_ runs: [FieldRun]) throws {
    while !slots.contains(where: \.isFree) { try endOne() }
    try slots.first(where: \.isFree)?.begin(runs)
  }

  private mutating func endOne() throws {
    var ended = siginfo_t()
    guard waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) == 0,
      let slot = slots.first(where: { !$0.isFree && $0.process == ended._sifields._sigchld.si_pid })
    else { return }
    let runs = slot.runs
    guard let problem = try slot.end() else { return }
    if runs.count > 1 {
      for run in runs { try begin([run]) }
      return
    }
    print(problem)
    problemCount += 1
  }
}
