import CPlayheadSystem
import Dispatch
import Glibc
import PlayheadLocking

/// Threads for work that may block. Each piece of work occupies a thread while it runs; a few
/// threads are kept for later pieces.
final class WorkerThreads: Sendable {
  /// Starts each piece at once, on any number of threads.
  static let unlimited = WorkerThreads(width: .max)
  /// Runs a few pieces at once, and more if those block.
  static let few = WorkerThreads(width: max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The maximum number of idle threads.
  private static let greatestIdleCount = 4
  /// The time in nanoseconds after which a check decides whether the running pieces are blocked.
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

  /// Runs `body` on a thread that has this name while `body` runs.
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

  /// Runs a piece of work, then further pieces, until the thread is no longer needed.
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
