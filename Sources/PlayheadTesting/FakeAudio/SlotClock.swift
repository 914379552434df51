import PlayheadTimekeeping

/// The clock of a fake device: which slot it plays at which host instant.
struct SlotClock {
  private struct Stretch {
    var instant: HostInstant
    var slot: Double
    var isRunning: Bool
  }

  let slotsPerNanosecond: Double
  /// From the first instant on, each until the next one.
  private var stretches: [Stretch]

  init(start: HostInstant, slotsPerNanosecond: Double) {
    self.slotsPerNanosecond = slotsPerNanosecond
    stretches = [Stretch(instant: start, slot: 0, isRunning: true)]
  }

  func slot(at instant: HostInstant) -> Double {
    slot(at: instant, in: stretches.last { $0.instant <= instant } ?? stretches[0])
  }

  /// Returns when the device reaches a slot if nothing happens to it; nil if it does not move.
  func instant(of slot: Int64) -> HostInstant? {
    let stretch = stretches[stretches.count - 1]
    guard stretch.isRunning else { return nil }
    let time = max(0, (Double(slot) - stretch.slot) / slotsPerNanosecond).rounded(.up)
    return stretch.instant.advanced(byNanoseconds: Int64(time))
  }

  mutating func stop(at instant: HostInstant) { change(at: instant) { $0.isRunning = false } }

  mutating func resume(at instant: HostInstant) { change(at: instant) { $0.isRunning = true } }

  /// Plays this much sound at once.
  mutating func skip(_ duration: Duration, at instant: HostInstant) {
    let count = duration / .nanoseconds(1) * slotsPerNanosecond
    change(at: instant) { $0.slot += count }
  }

  private mutating func change(at instant: HostInstant, _ body: (inout Stretch) -> Void) {
    let last = stretches[stretches.count - 1]
    var stretch = Stretch(
      instant: instant, slot: slot(at: instant, in: last), isRunning: last.isRunning)
    body(&stretch)
    stretches.append(stretch)
  }

  private func slot(at instant: HostInstant, in stretch: Stretch) -> Double {
    guard stretch.isRunning else { return stretch.slot }
    let time = instant.nanoseconds - stretch.instant.nanoseconds
    return stretch.slot + Double(max(0, time)) * slotsPerNanosecond
  }
}
