/// Decides which thread runs a piece of work, and when threads must be added.
///
/// A limited number of pieces run at once and the others wait in order, so that a thousand pieces
/// that arrive together do not start a thousand threads, which would delay everything else. Because
/// pieces may block, the owner calls `check` regularly while pieces wait. If none was begun since
/// the last check, threads are added, twice as many each time. It is generic, so that its tests start no threads.
struct WorkerRoster<Work, Idler> {
  enum Assignment {
    case idler(Idler)
    case newThread
    /// The piece waits. If `isFirst`, no other piece waits and the caller must schedule `check`.
    case waits(isFirst: Bool)
  }

  enum Next {
    case work(Work)
    /// The thread waits for work, as one of the idle threads.
    case idle
    /// The thread ends, because enough threads are idle.
    case over
  }

  private let width: Int
  private let greatestIdleCount: Int
  private var busyCount = 0
  private var idlers: [Idler] = []
  /// The pieces that wait. The first `begunCount` entries have begun and are nil.
  private var waiting: [Work?] = []
  private var begunCount = 0
  private var hasBegunSinceCheck = false
  private var addedCount = 0

  /// Creates a roster. The width is the number of pieces that run at once while none of them blocks.
  init(width: Int, greatestIdleCount: Int) {
    self.width = width
    self.greatestIdleCount = greatestIdleCount
  }

  private var isAnyWaiting: Bool { begunCount < waiting.count }

  mutating func assign(_ work: Work) -> Assignment {
    if !isAnyWaiting {
      let idler = idlers.popLast()
      if idler != nil || busyCount < width {
        busyCount += 1
        return idler.map(Assignment.idler) ?? .newThread
      }
    }
    waiting.append(work)
    return .waits(isFirst: waiting.count - begunCount == 1)
  }

  /// Returns the next action of a thread that has finished a piece.
  mutating func next(for idler: Idler) -> Next {
    if let work = begin() {
      hasBegunSinceCheck = true
      return .work(work)
    }
    busyCount -= 1
    guard idlers.count < greatestIdleCount else { return .over }
    idlers.append(idler)
    return .idle
  }

  /// Returns the pieces to begin on additional threads, and whether no piece waits any longer.
  mutating func check() -> (begun: [Work], isDone: Bool) {
    addedCount = hasBegunSinceCheck ? 0 : max(2 * addedCount, 1)
    hasBegunSinceCheck = false
    var begun: [Work] = []
    while begun.count < addedCount, let work = begin() { begun.append(work) }
    busyCount += begun.count
    if !isAnyWaiting { addedCount = 0 }
    return (begun, !isAnyWaiting)
  }

  private mutating func begin() -> Work? {
    guard isAnyWaiting else { return nil }
    let work = waiting[begunCount].take()
    begunCount += 1
    // Removed in batches, so that the cost per piece does not depend on how many wait.
    if begunCount * 2 >= waiting.count {
      waiting.removeFirst(begunCount)
      begunCount = 0
    }
    return work
  }
}
