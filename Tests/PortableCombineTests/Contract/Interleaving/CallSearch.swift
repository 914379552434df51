import PlayheadTesting

/// Searches for an order of the calls of a program that gives a result on one thread. A call follows
/// another one, or comes inside it, where the operator calls its upstreams or its subscriber. What a thread
/// does after a delivery, or leaves to the thread that delivers, may come later than calls that follow.
final class CallSearch {
  private let program: CallProgram
  private let row: InterleavingRow
  private let result: [String]
  /// The choices of the current run, and their numbers of alternatives.
  private var path: [(choice: Int, count: Int)] = []
  private var depth = 0
  /// The number of places of the current run at which calls may still come inside another one, and of parts
  /// of calls that may still be delayed.
  private var exceptions = 0
  /// The number of calls that each thread has begun, and the threads whose call has not returned.
  private var begun: [Int] = []
  private var busy: Set<Int> = []
  /// The delayed parts of calls.
  private var waiting: [() -> Void] = []
  private var isAbandoned = false
  private var isSettling = false
  /// The number of runs that are left.
  private var left: Int
  /// Whether more exceptions would give more runs.
  private var isLimited = false

  /// Creates a search.
  ///
  /// - Parameter runs: The largest number of runs. A result that has an order was seen to need up to 320,000;
  ///   all runs for a result that has none can take minutes.
  init(
    for result: [String], of program: CallProgram, with row: InterleavingRow, runs: Int = 1_000_000
  ) {
    left = runs
    self.result = result
    self.program = program
    self.row = row
  }

  /// Whether there is such an order among the first runs. Orders with few exceptions are tried first.
  var hasOrder: Bool {
    var count = 0
    repeat {
      isLimited = false
      if hasOrder(exceptions: count) { return true }
      count += 1
    } while isLimited && left > 0
    return false
  }

  private func hasOrder(exceptions count: Int) -> Bool {
    path = []
    repeat {
      exceptions = count
      left -= 1
      if run() { return true }
      // The next path: the last choice that has another alternative.
      while let last = path.popLast() {
        guard last.choice + 1 < last.count else { continue }
        path.append((last.choice + 1, last.count))
        break
      }
    } while !path.isEmpty && left > 0
    return false
  }

  private func run() -> Bool {
    depth = 0
    begun = program.threads.map { _ in 0 }
    busy = []
    waiting = []
    isAbandoned = false
    isSettling = false
    weak var weakRun: CallRun?
    let run = CallRun(
      of: program, for: row,
      delay: { [unowned self] in delay($0) },
      onBoundary: { [unowned self] in
        guard let run = weakRun, makeCall(in: run, .first) else { return }
        while makeCall(in: run, .further) {}
      })
    weakRun = run
    defer {
      run.close()
      waiting = []
    }
    while makeCall(in: run, .after) {}
    isSettling = true
    return !isAbandoned && run.settle() == result
  }

  /// Decides whether a part of a call is made later.
  private func delay(_ part: @escaping () -> Void) -> Bool {
    guard !isAbandoned, !isSettling, allowsException, choose(from: 2) == 1 else { return false }
    exceptions -= 1
    waiting.append(part)
    return true
  }

  /// Where a call comes.
  private enum Place {
    /// After another call, or at the beginning.
    case after
    /// Inside another call, as the first or a further one at that place, where all are one exception.
    case first, further
  }

  /// Makes the next call.
  ///
  /// - Returns: false if there is none, or none was chosen.
  private func makeCall(in run: CallRun, _ place: Place) -> Bool {
    let threads = begun.indices.filter {
      begun[$0] < program.threads[$0].count && !busy.contains($0)
    }
    let count = threads.count + waiting.count
    if count == 0 || isAbandoned { return false }
    guard result.starts(with: run.events) else {
      isAbandoned = true
      return false
    }
    if place == .first, !allowsException { return false }
    let choice = place == .after ? choose(from: count) : choose(from: count + 1) - 1
    if choice < 0 { return false }
    if place == .first { exceptions -= 1 }
    guard choice < threads.count else {
      waiting.remove(at: choice - threads.count)()
      return true
    }
    let thread = threads[choice]
    begun[thread] += 1
    busy.insert(thread)
    run.perform(program.threads[thread][begun[thread] - 1])
    busy.remove(thread)
    return true
  }

  private var allowsException: Bool {
    if exceptions == 0 { isLimited = true }
    return exceptions > 0
  }

  private func choose(from count: Int) -> Int {
    defer { depth += 1 }
    if depth == path.count { path.append((0, count)) }
    return path[depth].choice
  }
}
