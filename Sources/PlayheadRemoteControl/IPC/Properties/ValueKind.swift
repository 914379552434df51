import PlayheadInterprocess

/// Which values a property takes, and how commands change them.
enum ValueKind: Sendable {
  case flag
  /// A number in a range, in which `add` and `multiply` keep it.
  case number(ClosedRange<Double>)
  /// A time, as a number or as `1:30`; `no` if it may be unset.
  case time(mayBeUnset: Bool)
  /// A whole number in a range.
  case whole(ClosedRange<Int64>)
  /// A word, or a whole number.
  case choice(ValueChoice)
  /// Any text.
  case text

  /// Returns the value, or its text, as this kind: numbers as doubles, whole ones as ints, Bools for `yes` and `no`.
  func value(of node: MPVNode) throws(MPVError) -> MPVNode {
    switch (self, node) {
    case (.flag, .bool): return node
    case (.flag, .string("yes")): return .bool(true)
    case (.flag, .string("no")): return .bool(false)
    case (.number(let range), .int), (.number(let range), .double):
      return .double(try ValueKind.check(node.number, in: range))
    case (.number(let range), .string(let text)):
      return .double(try ValueKind.check(NumberText.fraction(text), in: range))
    case (.time, .int), (.time, .double): return .double(node.number ?? 0)
    case (.time(let mayBeUnset), .string("no")) where mayBeUnset: return .bool(false)
    case (.time, .string(let text)):
      guard let seconds = TimeText.parse(text) else { throw .propertyFormat }
      return .double(seconds)
    case (.whole(let range), .int(let number)): return .int(try ValueKind.check(number, in: range))
    case (.whole(let range), .string(let text)):
      return .int(try ValueKind.check(NumberText.whole(text), in: range))
    case (.choice(let choice), _): return try choice.value(of: node)
    case (.text, .string): return node
    case (_, .string): throw .propertyFormat
    default: throw .propertyError
    }
  }

  private static func check<Number: Comparable>(
    _ number: Number?, in range: ClosedRange<Number>
  ) throws(MPVError) -> Number {
    guard let number, range.contains(number) else { throw .propertyFormat }
    return number
  }

  /// Returns the value after `add`, or after `cycle`, which wraps.
  func adding(_ amount: Double, to value: MPVNode, wraps: Bool) throws(MPVError) -> MPVNode {
    switch self {
    case .flag:
      if amount.magnitude < 0.5 { return value }
      return .bool(wraps ? value != .bool(true) : amount > 0)
    case .number(let range):
      let number = (value.number ?? 0) + amount
      if number > range.upperBound { return .double(wraps ? range.lowerBound : range.upperBound) }
      if number < range.lowerBound { return .double(wraps ? range.upperBound : range.lowerBound) }
      return .double(number)
    // A time that is unset remains so.
    case .time: return value.number.map { .double($0 + amount) } ?? value
    case .whole(let range):
      guard let number = Int64(exactly: ((value.number ?? 0) + amount).rounded(.towardZero)) else {
        throw .propertyError
      }
      if number > range.upperBound { return .int(wraps ? range.lowerBound : range.upperBound) }
      if number < range.lowerBound { return .int(wraps ? range.upperBound : range.lowerBound) }
      return .int(number)
    case .choice(let choice): return choice.adding(amount, to: value, wraps: wraps)
    case .text: throw .propertyError
    }
  }

  /// Returns the value after `multiply`. Throws `propertyError` if the kind is no number.
  func multiplying(_ value: MPVNode, by factor: Double) throws(MPVError) -> MPVNode {
    guard let number = value.number else { throw .propertyError }
    switch self {
    case .number(let range):
      return .double(min(max(number * factor, range.lowerBound), range.upperBound))
    case .whole(let range):
      guard let product = Int64(exactly: (number * factor).rounded(.towardZero)) else {
        throw .propertyError
      }
      return .int(min(max(product, range.lowerBound), range.upperBound))
    case .flag, .time, .choice, .text: throw .propertyError
    }
  }
}
