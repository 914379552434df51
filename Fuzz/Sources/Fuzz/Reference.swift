@testable import PlayheadTesting

/// Operators beside their references: each byte is a choice, first of the operator, then of what
/// happens to it.
///
/// The first run compares 100,000 schedules, each of which can be had again by its number.
let referenceTarget = FuzzTarget(name: "reference") { bytes in
  _ = numberedSchedules
  guard let first = bytes.first else { return }
  let row = DifferentialRow.all[Int(first) % DifferentialRow.all.count]
  let difference = row.difference { ScheduleChoices(bytes.dropFirst()) }
  check(difference == nil, difference ?? "")
}

private let numberedSchedules: Void = {
  let rows = DifferentialRow.all
  for number in 0..<100_000 {
    let difference = rows[number % rows.count].difference(inSchedule: number)
    check(difference == nil, difference ?? "")
  }
}()
