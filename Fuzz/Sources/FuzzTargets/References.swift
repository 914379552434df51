import Synchronization

@testable import PlayheadTesting

/// Compares operators with their reference implementations. Each byte is a choice: first the
/// operator, then its events.
///
/// Each run also compares 25 of 100,000 numbered schedules, few enough that no run takes long. A
/// schedule can be repeated by its number.
let referenceTarget = FuzzTarget(name: "reference") { bytes in
  compareNumberedSchedules()
  guard let first = bytes.first else { return }
  let row = DifferentialRow.all[Int(first) % DifferentialRow.all.count]
  let difference = row.difference { ScheduleChoices(bytes.dropFirst()) }
  check(difference == nil, difference ?? "")
}

private let comparedCount = Atomic<Int>(0)

private func compareNumberedSchedules() {
  let rows = DifferentialRow.all
  let end = comparedCount.add(25, ordering: .relaxed).newValue
  for number in (end - 25)..<end where number < 100_000 {
    let difference = rows[number % rows.count].difference(inSchedule: number)
    check(difference == nil, difference ?? "")
  }
}
