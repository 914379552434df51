import PlayheadAttaching
import PlayheadTimekeeping
import Testing

/// Checks what holds of the reports of every source, whatever its player sends.
func checkConsistency(of reports: [SourceReport]) {
  var facts: PlayerFacts?
  var hasEnded = false
  var last = HostInstant(nanoseconds: .min)
  for (index, report) in reports.enumerated() {
    switch report {
    case .facts(let new, let since, let received):
      #expect(new != facts && since <= received && received >= last)
      #expect(new.item != nil || new.playback == .stopped)
      #expect(!new.rate.isPaused)
      if new.item?.identity != facts?.item?.identity { hasEnded = false }
      (facts, last) = (new, received)
    case .reading(let reading):
      #expect(facts?.item != nil && reading.sent <= reading.received && reading.received >= last)
      last = reading.received
    case .moved(_, let since, let received):
      #expect(facts?.item != nil && since <= received && received >= last)
      (hasEnded, last) = (false, received)
    case .ended(let received):
      #expect(facts?.item != nil && !hasEnded && received >= last)
      (hasEnded, last) = (true, received)
    case .lost: #expect(index == reports.count - 1)
    case .habits(let habits): #expect(habits.hold >= .zero && habits.noise >= .zero)
    case .seeking(let since, let received):
      #expect(facts?.item != nil && since <= received && received >= last)
      (hasEnded, last) = (false, received)
    case .uncertainty(let total, let bias): #expect(bias >= .zero && bias <= total)
    case .refused, .sound, .seekDestination, .withoutPosition, .answered, .noticed: break
    }
  }
}
