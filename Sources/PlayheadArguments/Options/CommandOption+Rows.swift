import PlayheadOutputs
import PlayheadTimekeeping

/// Rows of a table that store a value in a property.
extension CommandOption {
  package typealias Property<Value> = WritableKeyPath<Options, Value> & Sendable

  /// Creates an option without an argument, which sets a property to true.
  package static func flag(
    _ short: Character?, _ long: String, _ help: String, _ property: any Property<Bool>
  ) -> CommandOption {
    flag(short, long, help, property, true)
  }

  /// Creates an option without an argument, which sets a property to a value.
  package static func flag<Value: Sendable>(
    _ short: Character?, _ long: String, _ help: String, _ property: any Property<Value>,
    _ value: Value
  ) -> CommandOption {
    CommandOption(short, long, nil, help) { options, _ throws(UsageError) in
      options[keyPath: property] = value
    }
  }

  /// Creates an option whose argument `parse` converts.
  package static func value<Value>(
    _ short: Character?, _ long: String, _ argument: OptionArgument, _ help: String,
    _ property: any Property<Value>,
    _ parse: @escaping @Sendable (String) throws(UsageError) -> Value
  ) -> CommandOption {
    CommandOption(short, long, argument, help) { options, text throws(UsageError) in
      options[keyPath: property] = try parse(text)
    }
  }

  /// Creates an option with a default, whose argument `parse` converts, or refuses by returning nil.
  package static func setting<Value>(
    _ short: Character?, _ long: String, _ argument: OptionArgument, _ help: String,
    _ property: any Property<Value>, _ expected: ExpectedValue,
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> CommandOption {
    value(short, long, argument, help, property) { text throws(UsageError) in
      if let value = parse(text) { return value }
      throw .invalidValue(text, option: "--\(long)", expected: expected)
    }
  }

  /// Creates an option without a default, whose argument `parse` converts, or refuses by returning nil.
  package static func value<Value>(
    _ short: Character?, _ long: String, _ argument: OptionArgument, _ help: String,
    _ property: any Property<Value?>, _ expected: ExpectedValue,
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> CommandOption {
    setting(short, long, argument, help, property, expected) { parse($0).map(Optional.some) }
  }

  /// Creates an option whose argument is a whole number in a range.
  package static func number(
    _ short: Character?, _ long: String, _ help: String, _ property: any Property<Int?>,
    from least: Int, to greatest: Int? = nil
  ) -> CommandOption {
    value(short, long, "N", help, property, .wholeNumber(from: least, to: greatest)) {
      Int(digits: $0).flatMap { (least...(greatest ?? .max)).contains($0) ? $0 : nil }
    }
  }
}
