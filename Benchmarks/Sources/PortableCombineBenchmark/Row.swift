/// A pipeline that is measured.
struct Row: Sendable {
  /// The unit of which the instructions are counted.
  enum Unit: String {
    case value, subscription
  }

  /// The name in the table.
  let name: String
  let unit: Unit
  /// The greatest permitted number of instructions per unit.
  let bound: Int
  /// Sends `count` values, or subscribes `count` times, and returns a result that depends on all
  /// values, so that none is optimised away.
  let run: @Sendable (_ count: Int) -> Int

  init(
    _ name: String, each unit: Unit = .value, bound: Int,
    run: @escaping @Sendable (_ count: Int) -> Int
  ) {
    self.name = name
    self.unit = unit
    self.bound = bound
    self.run = run
  }
}

/// A sum that is not checked for exclusive access. That check, of a variable that a client's closure captures, would
/// cost 76 instructions for each value: more than delivering it to one of many subscribers.
final class Total {
  @exclusivity(unchecked) var sum = 0
}
