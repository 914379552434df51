/// Alarms in the order in which they are due: a binary heap whose entries know their places, so
/// that one can be moved or taken out wherever it is.
///
/// Not Sendable, and nor are the places that alarms keep for it: its owner's lock guards both.
struct AlarmQueue {
  private var alarms: [Alarm] = []

  var first: Alarm? { alarms.first }
  var count: Int { alarms.count }

  /// Puts an alarm at an instant; for nil takes it out.
  mutating func set(_ alarm: Alarm, to instant: HostInstant?) {
    guard let instant else { return remove(alarm) }
    alarm.instant = instant
    if let place = alarm.place {
      sift(place)
    } else {
      alarm.place = alarms.count
      alarms.append(alarm)
      sift(alarms.count - 1)
    }
  }

  private mutating func remove(_ alarm: Alarm) {
    guard let place = alarm.place.take(), let last = alarms.popLast(), last !== alarm
    else { return }
    alarms[place] = last
    last.place = place
    sift(place)
  }

  /// Moves an alarm to where it belongs.
  private mutating func sift(_ place: Int) {
    var place = place
    while place > 0, isDue(place, before: (place - 1) / 2) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    while true {
      var least = place
      for child in 2 * place + 1...2 * place + 2 where child < alarms.count {
        if isDue(child, before: least) { least = child }
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  private func isDue(_ one: Int, before other: Int) -> Bool {
    alarms[one].instant < alarms[other].instant
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    alarms.swapAt(one, other)
    alarms[one].place = one
    alarms[other].place = other
  }
}
