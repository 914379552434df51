import Glibc
import PlayheadFormatting
import PlayheadTimekeeping

/// A table with a header row: CSV (RFC 4180, but with LF line ends) or TSV, escaped as records are.
struct TableFormat {
  enum Separator {
    case comma
    case tab
  }

  enum Value {
    case text(String?)
    case number(Int64?)
    /// Seconds with six decimal places, as in JSON.
    case time(MediaTime?)
    case decimal(Double?, places: Int32)
  }

  let separator: Separator
  /// Whether control characters in text are replaced, because a terminal shows the text.
  let isForTerminal: Bool

  /// Returns a row, in which a missing value is empty.
  func row(_ values: [Value]) -> String {
    String { bytes in
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: separator == .comma ? "," : "\t")) }
        append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text?):
      let text = isForTerminal ? text.printable : text
      if separator == .comma { bytes.append(csv: text) } else { bytes.append(tsv: text) }
    case .number(let number?): bytes.append(decimal: number)
    case .time(let time?):
      let rounded = time.converted(to: .microseconds, rounding: .toNearestOrAwayFromZero)
      if let rounded { bytes.append(decimal: rounded.ticks, places: 6) }
    case .decimal(let number?, let places): bytes += fixed(number, places).utf8
    case .text(nil), .number(nil), .time(nil), .decimal(nil, _): break
    }
  }
}

extension AnalyzeOptions {
  /// The format of tables; nil for text and JSON.
  var tableFormat: TableFormat? {
    switch format {
    case .text, .json: nil
    case .csv: TableFormat(separator: .comma, isForTerminal: isatty(STDOUT_FILENO) == 1)
    case .tsv: TableFormat(separator: .tab, isForTerminal: isatty(STDOUT_FILENO) == 1)
    }
  }

  /// The first line of a table; nil for text and JSON.
  var tableHeader: String? {
    let names = listed == nil ? columns.files.map(\.rawValue) : columns.findings.map(\.rawValue)
    return tableFormat?.row(names.map { .text($0) })
  }
}
