import PortableCombine

/// An operator beside its reference: the same behaviour, written as simply as Apple's documentation
/// says it, without locks, threads or care for speed.
struct DifferentialRow: Sendable, CustomStringConvertible {
  /// The name of the operator and of its variant.
  let description: String
  let upstreams: Int
  /// Whether the operator may be asked for no values, as Apple's may.
  let allowsNoDemand: Bool
  let make: @Sendable (ScheduleWorld) -> ContractRow.Stream
  let reference: @Sendable (ScheduleWorld) -> ContractRow.Stream

  init(
    _ name: String, upstreams: Int = 1, allowsNoDemand: Bool = false,
    make: @escaping @Sendable (ScheduleWorld) -> ContractRow.Stream,
    reference: @escaping @Sendable (ScheduleWorld) -> ContractRow.Stream
  ) {
    description = name
    self.upstreams = upstreams
    self.allowsNoDemand = allowsNoDemand
    self.make = make
    self.reference = reference
  }

  /// How the operator and its reference differ in the schedule of that number; nil if they do not.
  func difference(inSchedule number: Int) -> String? {
    difference { ScheduleChoices(number: UInt64(number)) }.map { "Schedule \(number): \($0)" }
  }

  /// How the operator and its reference differ in a schedule; nil if they do not.
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

  /// Every row.
  static let all =
    sources + stepping + reducing + succeeding + keeping + joining + signalling + nesting + sharing
    + timed + grouping
}
