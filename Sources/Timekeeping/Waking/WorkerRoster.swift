/// Decides which thread does a piece of work, and when there is to be one more.
///
/// So many pieces run at once, and the others wait in order: a thousand that come together are not
/// to have a thousand threads, which would hold up all else. As pieces may block, those that wait
/// are looked at again and again (`check`): where none was begun meanwhile threads are added, twice
/// as many each time.
struct WorkerRoster<Work, Idler> {
  enum Assignment {
    case idler(Idler)
    case newThread
    /// It was taken in; `isFirst`: no other waits, so that `check` is to be called in a while.
    case waits(isFirst: Bool)
  }

  enum Next {
    case work(Work)
    /// The thread waits for work, as one of the idlers.
    case idle
    case over
  }

  private let width: Int
  private let greatestIdleCount: Int
  private var busyCount = 0
  private var idlers: [Idler] = []
  /// Nil where it has been begun.
  private var waiting: [Work?] = []
  private var begunCount = 0
  private var hasBegunSinceCheck = false
  private var addedCount = 0

  /// - Parameter width: how many pieces run at once, as long as none of them blocks.
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

  /// What a thread does whose piece is done.
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

  /// The pieces to begin on threads of their own; `isDone` where none waits any longer.
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
    // Now and then, so that it costs a piece the same however many wait.
    if begunCount * 2 >= waiting.count {
      waiting.removeFirst(begunCount)
      begunCount = 0
    }
    return work
  }
}
