import CSystem
import Dispatch
import Glibc
import Locking

/// Threads for work that may block: each piece has one for itself while it runs, a few of those
/// that have run are kept for the next.
final class WorkerThreads: Sendable {
  /// Each piece begins at once, on however many threads.
  static let unlimited = WorkerThreads(width: .max)
  /// A few pieces run at once, as long as they do not block.
  static let few = WorkerThreads(width: max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// How many threads wait for work, at most.
  private static let greatestIdleCount = 4
  /// How long what waits is left waiting before it is looked at whether the others are blocked.
  private static let patience: Int64 = 5_000_000

  private struct Work {
    var name: String
    var run: @Sendable () -> Void
  }

  private final class Idler: Sendable {
    let bell = DispatchSemaphore(value: 0)
    let work = Locked<Work?>(nil)
  }

  private let roster: Locked<WorkerRoster<Work, Idler>>
  private let check = Locked<Wakeup?>(nil)

  private init(width: Int) {
    roster = Locked(WorkerRoster(width: width, greatestIdleCount: Self.greatestIdleCount))
    let wakeup = Wakeup { [unowned self] in addThreads() }
    check.withLock { $0 = wakeup }
  }

  /// Runs `body` on a thread that is named so meanwhile.
  func run(name: String, _ body: @escaping @Sendable () -> Void) {
    let work = Work(name: name, run: body)
    switch roster.withLock({ $0.assign(work) }) {
    case .idler(let idler):
      idler.work.withLock { $0 = work }
      idler.bell.signal()
    case .newThread: start(work)
    case .waits(let isFirst): if isFirst { setCheck() }
    }
  }

  private func start(_ work: Work) {
    DetachedThread.start(name: work.name) { self.serve(work) }
  }

  private func setCheck() {
    let instant = SystemHostClock.currentInstant.advanced(byNanoseconds: Self.patience)
    check.withLock { $0 }?.set(to: instant)
  }

  private func addThreads() {
    let (begun, isDone) = roster.withLock { $0.check() }
    for work in begun { start(work) }
    if !isDone { setCheck() }
  }

  /// Does this piece of work, then what comes.
  private func serve(_ first: Work) {
    let idler = Idler()
    var name = first.name
    var next: Work? = first
    while let work = next.take() {
      if work.name != name {
        system_set_thread_name(work.name)
        name = work.name
      }
      work.run()
      switch roster.withLock({ $0.next(for: idler) }) {
      case .work(let work): next = work
      case .idle:
        idler.bell.wait()
        next = idler.work.withLock { $0.take() }
      case .over: return
      }
    }
  }
}
