import PortableCombine

@testable import PlayheadTesting

/// An operator and its reference: the same behavior, written as simply as Apple's documentation
/// describes it, without locks, threads or optimizations.
struct DifferentialRow: Sendable, CustomStringConvertible {
  /// The name of the operator and of its variant.
  let description: String
  let upstreams: Int
  /// Whether zero values may be requested, as with Apple's operator.
  let allowsNoDemand: Bool
  /// The number of schedules that a test compares.
  let scheduleCount: Int
  let make: @Sendable (ScheduleWorld) -> ContractRow.Stream
  let reference: @Sendable (ScheduleWorld) -> ContractRow.Stream

  init(
    _ name: String, upstreams: Int = 1, allowsNoDemand: Bool = false, scheduleCount: Int = 300,
    make: @escaping @Sendable (ScheduleWorld) -> ContractRow.Stream,
    reference: @escaping @Sendable (ScheduleWorld) -> ContractRow.Stream
  ) {
    description = name
    self.upstreams = upstreams
    self.allowsNoDemand = allowsNoDemand
    self.scheduleCount = scheduleCount
    self.make = make
    self.reference = reference
  }

  /// Returns the difference between the operator and its reference in a numbered schedule; nil if
  /// there is none.
  func difference(inSchedule number: Int) -> String? {
    difference { ScheduleChoices(number: UInt64(number)) }.map { "Schedule \(number): \($0)" }
  }

  /// Returns the difference between the operator and its reference in a schedule; nil if there is
  /// none.
  func difference(choices: () -> ScheduleChoices) -> String? {
    let seen = run(make, choices())
    let expected = run(reference, choices())
    if seen == expected { return nil }
    let (seenText, expectedText) = (
      seen.map(\.description).joined(separator: ", "),
      expected.map(\.description).joined(separator: ", ")
    )
    return "\(self)\n  is        \(seenText)\n  should be \(expectedText)"
  }

  private func run(_ make: ScheduleWorld.Make, _ choices: ScheduleChoices) -> [ScheduleEvent] {
    let world = ScheduleWorld(
      upstreams: upstreams, requestsNothing: allowsNoDemand, choices: choices)
    return world.run(make).sortingCancellations()
  }

  /// All rows.
  static let all =
    sources + stepping + reducing + succeeding + keeping + combining + signalling + nesting
    + sharing
    + timed + grouping
}
