import PortableCombine
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Random schedules of playback, demand and readings against a naive model of periodic updates.
@Suite struct ProgressModelTests {
  /// A subscriber to updates that it receives late, as plain as possible: all updates are in a list,
  /// and those of the current pass that are due and not handled are counted one by one.
  private struct Model {
    let interval: Int64
    var demand = 0
    var handledThrough: Int64 = 0
    var skipped = 0
    /// Whether updates up to the next look are dropped, because there was no demand.
    var isDry = true
    var changes: [(cause: ProgressCause, position: Int64)] = []

    private func updates(through position: Int64) -> [Int64] {
      (0...320).lazy.map { $0 * interval }
        .filter { $0 > handledThrough && $0 <= position }
    }

    mutating func note(_ cause: ProgressCause, from: Int64, to position: Int64) {
      skipped += updates(through: from).count { $0 != from }
      handledThrough = position
      let change = (cause: cause, position: position)
      changes = changes.prefix(max(1, min(demand, 32)) - 1) + [change]
    }

    /// Returns the next value as `cause due +skipped`; nil if there is none.
    mutating func next(at position: Int64) -> String? {
      if demand == 0 {
        isDry = true
        changes = Array(changes.suffix(1))
        return nil
      }
      defer { if demand == 0 { isDry = true } }
      if !changes.isEmpty {
        let change = changes.removeFirst()
        return deliver("\(change.cause) \(change.position)")
      }
      let due = updates(through: position)
      handledThrough = max(handledThrough, position)
      if isDry {
        isDry = false
        skipped += due.count
        return nil
      }
      guard let newest = due.last else { return nil }
      skipped += due.count - 1
      return deliver("interval \(newest)")
    }

    private mutating func deliver(_ text: String) -> String {
      defer { skipped = 0 }
      demand -= 1
      return "\(text) +\(skipped)"
    }
  }

  private func text(_ value: PlayheadProgress) -> String {
    "\(value.cause) \(value.due.nanoseconds(rounding: .down) / 1_000_000) +\(value.skipped)"
  }

  @Test func randomSchedulesOfUpdatesAgreeWithANaiveModel() {
    for seed in 0..<TestEffort.rounds(500) {
      var numbers = RandomNumbers(seed: seed)
      let interval = Int64(10 + numbers.below(30))
      var model = Model(interval: interval)
      var (position, sequence): (Int64, Int) = (0, 0)
      var machine = ProgressMachine(
        .interval(.milliseconds(interval)), remembersUndelivered: true,
        from: ProgressReadings.reading(0))
      for step in 0..<80 {
        switch numbers.below(5) {
        case 0, 1: position += Int64(numbers.below(40))
        case 2:
          let demand = 1 + numbers.below(3)
          machine.request(.max(demand))
          model.demand += demand
        case 3:
          let cause: ProgressCause = numbers.below(3) == 0 ? .seeked : .rateChanged
          let target = cause == .seeked ? Int64(numbers.below(400)) : position
          sequence += 1
          machine.record(
            ProgressReadings.change(
              cause, from: position, to: ProgressReadings.reading(target, sequence: sequence)))
          model.note(cause, from: position, to: target)
          position = target
        default:
          let reading = ProgressReadings.reading(position, sequence: sequence)
          while true {
            let expected = model.next(at: position)
            guard case .deliver(let value) = machine.next(reading) else {
              #expect(expected == nil, "seed \(seed), step \(step)")
              break
            }
            #expect(text(value) == expected, "seed \(seed), step \(step)")
            if text(value) != expected { return }
          }
        }
      }
    }
  }

  /// Every boundary of every pass is delivered once, in order, however late the readings are.
  @Test func randomSchedulesOfBoundariesLoseNone() {
    for seed in 0..<TestEffort.rounds(500) {
      var numbers = RandomNumbers(seed: seed)
      let times = Set((0..<30).map { _ in Int64(numbers.below(400)) }).sorted()
      var machine = ProgressMachine(
        .times(times.map(MediaTime.milliseconds)), remembersUndelivered: true,
        from: ProgressReadings.reading(0, .paused))
      machine.request(.unlimited, at: ProgressReadings.reading(0, .paused))
      var (start, position, sequence): (Int64, Int64, Int) = (0, 0, 1)
      machine.record(
        ProgressReadings.change(.started, to: ProgressReadings.reading(0, sequence: 1)))
      var (expected, delivered): ([Int64], [Int64]) = ([], [])
      for _ in 0..<60 {
        switch numbers.below(6) {
        case 0 where machine.changes.entries.count < 30 && position > start:
          expected += times.filter { (start...position).contains($0) }
          start = Int64(numbers.below(400))
          sequence += 1
          machine.record(
            ProgressReadings.change(
              .seeked, from: position, to: ProgressReadings.reading(start, sequence: sequence)))
          position = start
        case 1:
          let reading = ProgressReadings.reading(position, sequence: sequence)
          while case .deliver(let value) = machine.next(reading) {
            #expect(value.skipped == 0, "seed \(seed)")
            guard value.boundary != nil else { continue }
            delivered.append(value.due.nanoseconds(rounding: .down) / 1_000_000)
          }
        default: position += Int64(1 + numbers.below(20))
        }
      }
      let reading = ProgressReadings.reading(position, sequence: sequence)
      while case .deliver(let value) = machine.next(reading) {
        if value.boundary == nil { continue }
        delivered.append(value.due.nanoseconds(rounding: .down) / 1_000_000)
      }
      expected += times.filter { (start...position).contains($0) }
      #expect(delivered == expected, "seed \(seed)")
    }
  }
}
