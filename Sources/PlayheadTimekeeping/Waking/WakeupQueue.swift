/// Wakeups in the order in which they are due: a binary heap. Each wakeup stores its index, so that
/// it can be moved or removed without a search.
///
/// Not Sendable: the owner's lock guards the queue and the indices that the wakeups store.
struct WakeupQueue {
  private var wakeups: [Wakeup] = []

  var first: Wakeup? { wakeups.first }

  /// Sets a wakeup to an instant, or removes it if `instant` is nil.
  mutating func set(_ wakeup: Wakeup, to instant: HostInstant?) {
    guard let instant else { return remove(wakeup) }
    wakeup.instant = instant
    if let index = wakeup.index {
      sift(index)
    } else {
      wakeup.index = wakeups.count
      wakeups.append(wakeup)
      sift(wakeups.count - 1)
    }
  }

  private mutating func remove(_ wakeup: Wakeup) {
    guard let index = wakeup.index.take(), let last = wakeups.popLast(), last !== wakeup
    else { return }
    wakeups[index] = last
    last.index = index
    sift(index)
  }

  /// Moves a wakeup up or down to its correct index.
  private mutating func sift(_ index: Int) {
    var index = index
    while index > 0, isDue(index, before: (index - 1) / 2) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < wakeups.count {
        if isDue(child, before: least) { least = child }
      }
      if least == index { return }
      swap(index, least)
      index = least
    }
  }

  private func isDue(_ one: Int, before other: Int) -> Bool {
    wakeups[one].instant < wakeups[other].instant
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    wakeups.swapAt(one, other)
    wakeups[one].index = one
    wakeups[other].index = other
  }
}
