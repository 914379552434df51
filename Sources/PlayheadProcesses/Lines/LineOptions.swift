import PlayheadArguments

/// How positions are found in the lines that a program prints.
package struct LineOptions {
  package enum Unit: String, CaseIterable {
    case s
    case ms
    case us
    case ns

    /// The number of nanoseconds in the unit.
    package var nanoseconds: Int64 {
      switch self {
      case .s: 1_000_000_000
      case .ms: 1_000_000
      case .us: 1_000
      case .ns: 1
      }
    }
  }

  /// The expression for the position in a line; nil for a known program's format, or else the first number.
  package var expression: String?
  package var unit = Unit.s
  /// Whether standard error of the command is read instead of its standard output.
  package var readsErrors = false

  package init() {}

  package static let table: [CommandOption<LineOptions>] = [
    .value(
      "e", "regex", "RE", "POSIX expression of the position: group 1, or all", \.expression,
      .regularExpression
    ) { LineExpression($0) == nil ? nil : $0 },
    .choice("u", "unit", "UNIT", "unit of plain numbers: s, ms, us or ns (s)", \.unit),
    .flag(nil, "stderr", "read standard error instead of standard output", \.readsErrors),
  ]
}
