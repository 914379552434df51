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
    if let place = wakeup.place {
      sift(place)
    } else {
      wakeup.place = wakeups.count
      wakeups.append(wakeup)
      sift(wakeups.count - 1)
    }
  }

  private mutating func remove(_ wakeup: Wakeup) {
    guard let place = wakeup.place.take(), let last = wakeups.popLast(), last !== wakeup
    else { return }
    wakeups[place] = last
    last.place = place
    sift(place)
  }

  /// Moves a wakeup up or down to its correct index.
  private mutating func sift(_ place: Int) {
    var place = place
    while place > 0, isDue(place, before: (place - 1) / 2) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    while true {
      var least = place
      for child in 2 * place + 1...2 * place + 2 where child < wakeups.count {
        if isDue(child, before: least) { least = child }
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  private func isDue(_ one: Int, before other: Int) -> Bool {
    wakeups[one].instant < wakeups[other].instant
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    wakeups.swapAt(one, other)
    wakeups[one].place = one
    wakeups[other].place = other
  }
}
