import PlayheadKit

/// Finds the position in a line of a program's progress output.
struct PositionParser {
  private let expression: Regex<AnyRegexOutput>?
  private let unit: MeasureOptions.Unit

  init(_ options: MeasureOptions) {
    // The options' table has tried it.
    expression = try? Regex(options.expression)
    unit = options.unit
  }

  /// Nil where the line has none.
  func position(in line: String) -> MediaTime? {
    guard let expression, let match = try? expression.firstMatch(in: line) else { return nil }
    let text = (match.output.count > 1 ? match.output[1] : match.output[0]).substring
    guard let text else { return nil }
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text
    let time = unsigned.contains(":") ? TimeArgument.parse(unsigned) : number(unsigned)
    return isNegative ? time?.multiplied(by: -1) : time
  }

  /// To the nearest nanosecond.
  private func number(_ text: Substring) -> MediaTime? {
    guard let decimal = Decimal(text) else { return nil }
    let nanoseconds = Int128(decimal.digits) * Int128(unit.nanoseconds)
    let half = Int128(decimal.scale) / 2
    return Int64(exactly: (nanoseconds + half) / Int128(decimal.scale)).map(MediaTime.nanoseconds)
  }
}
