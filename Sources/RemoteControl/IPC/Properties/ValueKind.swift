/// Which values a property takes, and how commands change them.
enum ValueKind: Sendable {
  case flag
  /// A number in a range, and the range in which `add` and `multiply` keep it.
  case number(ClosedRange<Double>, kept: ClosedRange<Double>)
  /// A time, as a number or as `1:30`; `no` if it may be unset.
  case time(mayBeUnset: Bool)
  /// A whole number in a range.
  case whole(ClosedRange<Int64>)
  /// One of these words, or a whole number from this one on. `yes` and `no` are Bools, too.
  case choice([String], from: Int64?)

  /// Returns the value as this kind: numbers as doubles, whole numbers as ints, Bools for `yes` and `no`.
  ///
  /// - Parameter node: The value as it was given. Text is read as the kind.
  /// - Throws: `propertyError` for another type, and `propertyFormat` for a wrong value.
  func value(of node: MPVNode) throws(MPVError) -> MPVNode {
    switch (self, node) {
    case (.flag, .bool): return node
    case (.flag, .string("yes")): return .bool(true)
    case (.flag, .string("no")): return .bool(false)
    case (.number(let range, _), .int), (.number(let range, _), .double):
      return .double(try ValueKind.check(node.number, in: range))
    case (.number(let range, _), .string(let text)):
      let number = NumberText.parse(Array(text.utf8)[...])?.number
      return .double(try ValueKind.check(number, in: range))
    case (.time, .int), (.time, .double): return .double(node.number ?? 0)
    case (.time(let mayBeUnset), .string("no")) where mayBeUnset: return .bool(false)
    case (.time, .string(let text)):
      guard let seconds = TimeText.parse(text) else { throw .propertyFormat }
      return .double(seconds)
    case (.whole(let range), .int(let number)): return .int(try ValueKind.check(number, in: range))
    case (.whole(let range), .double(let number)):
      return .int(try ValueKind.check(Int64(exactly: number), in: range))
    case (.whole(let range), .string(let text)):
      return .int(try ValueKind.check(ValueKind.whole(text), in: range))
    case (.choice(let words, let first), _):
      return try ValueKind.choose(node, from: words, first)
    case (_, .string): throw .propertyFormat
    default: throw .propertyError
    }
  }

  private static func choose(
    _ node: MPVNode, from words: [String], _ first: Int64?
  ) throws(MPVError) -> MPVNode {
    switch node {
    case .bool(let flag) where words.contains(flag ? "yes" : "no"): return node
    case .string("yes") where words.contains("yes"): return .bool(true)
    case .string("no") where words.contains("no"): return .bool(false)
    case .string(let text) where words.contains(text): return node
    case .string(let text):
      guard let first else { throw .propertyFormat }
      return .int(try check(whole(text), in: first...Int64(Int32.max)))
    case .int(let number):
      guard let first else { throw .propertyFormat }
      return .int(try check(number, in: first...Int64(Int32.max)))
    case .bool: throw .propertyFormat
    default: throw .propertyError
    }
  }

  private static func whole(_ text: String) -> Int64? {
    if case .int(let number) = NumberText.parse(Array(text.utf8)[...]) { number } else { nil }
  }

  private static func check<Number: Comparable>(
    _ number: Number?, in range: ClosedRange<Number>
  ) throws(MPVError) -> Number {
    guard let number, range.contains(number) else { throw .propertyFormat }
    return number
  }

  /// Returns the value after `add` or `cycle`.
  ///
  /// - Parameters:
  ///   - amount: The number to add. Choices and flags go on to the next value, or back if
  ///     it is negative.
  ///   - value: The current value.
  /// - Throws: `propertyError` if the kind cannot be added to.
  func adding(_ amount: Double, to value: MPVNode) throws(MPVError) -> MPVNode {
    switch self {
    case .flag: return .bool(value != .bool(true))
    case .number(_, let kept):
      return .double(min(max((value.number ?? 0) + amount, kept.lowerBound), kept.upperBound))
    case .time:
      guard let number = value.number else { throw .propertyError }
      return .double(number + amount)
    case .whole(let range):
      guard let number = Int64(exactly: ((value.number ?? 0) + amount).rounded(.towardZero)) else {
        throw .propertyError
      }
      return .int(min(max(number, range.lowerBound), range.upperBound))
    case .choice(let words, _):
      // The others are other names of `inf`.
      let words = words.filter { $0 != "yes" && $0 != "force" }
      let current = words.firstIndex(of: value.text ?? "") ?? 0
      let next = (current + (amount < 0 ? words.count - 1 : 1)) % max(words.count, 1)
      return try self.value(of: .string(words[next]))
    }
  }

  /// Returns the value after `multiply`.
  ///
  /// - Throws: `propertyError` if the kind is no number.
  func multiplying(_ value: MPVNode, by factor: Double) throws(MPVError) -> MPVNode {
    guard case .number(_, let kept) = self, let number = value.number else { throw .propertyError }
    return .double(min(max(number * factor, kept.lowerBound), kept.upperBound))
  }
}
