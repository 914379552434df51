import CSystem
import Dispatch
import Locking

/// Threads for work that may block: each piece has one for itself while it runs, a few of those that
/// have run are kept for the next. So there are as many threads as pieces that run or are blocked,
/// and not as many as there are players.
final class WorkerThreads: Sendable {
  static let shared = WorkerThreads()

  /// How many threads wait for work, at most.
  private static let greatestIdleCount = 4

  private struct Work {
    var name: String
    var run: @Sendable () -> Void
  }

  private final class Idler: Sendable {
    let bell = DispatchSemaphore(value: 0)
    let work = Locked<Work?>(nil)
  }

  private let idlers = Locked<[Idler]>([])

  /// Runs `body` on a thread that is named so meanwhile.
  func run(name: String, _ body: @escaping @Sendable () -> Void) {
    let work = Work(name: name, run: body)
    if let idler = idlers.withLock({ $0.popLast() }) {
      idler.work.withLock { $0 = work }
      idler.bell.signal()
    } else {
      DetachedThread.start(name: name) { self.serve(work) }
    }
  }

  /// Does this piece of work, then what comes.
  private func serve(_ first: Work) {
    let idler = Idler()
    var next: Work? = first
    while let work = next.take() {
      system_set_thread_name(work.name)
      work.run()
      let isKept = idlers.withLock { idlers in
        guard idlers.count < WorkerThreads.greatestIdleCount else { return false }
        idlers.append(idler)
        return true
      }
      guard isKept else { return }
      idler.bell.wait()
      next = idler.work.withLock { $0.take() }
    }
  }
}
