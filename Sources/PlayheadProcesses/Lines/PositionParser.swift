import PlayheadArguments
import PlayheadTimekeeping

/// Finds the position in a line of a program's progress output.
package struct PositionParser {
  package enum Position {
    /// Matched by `--regex` or by a known format.
    case known(MediaTime)
    /// The first number of the line.
    case guessed(MediaTime)
  }

  private let expression: LineExpression?
  private let unit: LineOptions.Unit
  private let firstNumber = /\d+(?::\d+)*(?:\.\d+)?/
  private let timeOfFFmpeg = /(?:^|\s)time=(-?\d+:\d\d:\d\d(?:\.\d+)?)/
  private let timeOfMPV = /(?:^|[^A-Za-z]|\x1B\[K)(?:AV|A|V): (-?\d+:\d\d:\d\d(?:\.\d+)?) \//

  package init(_ options: LineOptions) {
    expression = options.expression.flatMap(LineExpression.init)
    unit = options.unit
  }

  /// Returns the position in a line, or nil if there is none.
  package func position(in line: String) -> Position? {
    if let expression {
      return expression.text(in: line).flatMap { time(in: $0[...], unit) }.map(Position.known)
    }
    let progress = "out_time_us="
    if line.hasPrefix(progress) {
      return time(in: line.dropFirst(progress.count), .us).map(Position.known)
    }
    if let match = line.firstMatch(of: timeOfFFmpeg) ?? line.firstMatch(of: timeOfMPV) {
      return time(in: match.output.1, .s).map(Position.known)
    }
    return line.firstMatch(of: firstNumber).flatMap { time(in: $0.output, unit) }
      .map(Position.guessed)
  }

  private func time(in text: Substring, _ unit: LineOptions.Unit) -> MediaTime? {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text
    let time = unsigned.contains(":") ? TimeArgument.parse(unsigned) : number(unsigned, unit)
    return isNegative ? time?.multiplied(by: -1) : time
  }

  /// Parses a number of units, rounded to the nearest nanosecond.
  private func number(_ text: Substring, _ unit: LineOptions.Unit) -> MediaTime? {
    guard let decimal = Decimal(text) else { return nil }
    let nanoseconds = Int128(decimal.digits) * Int128(unit.nanoseconds)
    let half = Int128(decimal.scale) / 2
    return Int64(exactly: (nanoseconds + half) / Int128(decimal.scale)).map(MediaTime.nanoseconds)
  }
}
