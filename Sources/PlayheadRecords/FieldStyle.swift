import PlayheadFormatting
import PlayheadTimekeeping

/// The style in which the values of fields are written.
package struct FieldStyle: Sendable {
  /// How text is escaped.
  package enum Escaping {
    case printable
    case csv
    case tsv
    case json
    /// No escaping, for arguments of a command.
    case none
  }

  package let escaping: Escaping
  /// The decimal places of seconds, up to 9.
  package let places: Int
  /// The text in place of a missing value.
  package let absent: StaticString
  /// Whether media times are written as timecode.
  package let showsTimecode: Bool
  /// Whether control characters in text are replaced, because a terminal shows the text.
  package let isForTerminal: Bool

  package init(
    _ escaping: Escaping, places: Int, absent: StaticString, showsTimecode: Bool = false,
    isForTerminal: Bool = false
  ) {
    self.escaping = escaping
    self.places = places
    self.absent = absent
    self.showsTimecode = showsTimecode
    self.isForTerminal = isForTerminal
  }

  package func append(_ field: Field, of moment: Moment, to bytes: inout [UInt8]) {
    let value = moment[field]
    switch value {
    case .absent: appendAbsent(to: &bytes)
    case .time where showsTimecode && field.kind == .time:
      append(timecode: field, of: moment, to: &bytes)
    case .time(let time): bytes.append(seconds: time, places: places)
    case .decimal(let number, let places): bytes.append(decimal: number, places: places)
    case .number(let number): bytes.append(decimal: number)
    case .rate(let rate): append(rate, to: &bytes)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .text(let text): append(text, to: &bytes)
    case .name(_, let argument) where escaping == .none:
      bytes.append(contentsOf: CommandLine.exactBytes(of: argument))
    case .name(let text, _): append(text, to: &bytes)
    case .date(let time):
      if escaping == .json { bytes.append(UInt8(ascii: "\"")) }
      time.append(to: &bytes)
      if escaping == .json { bytes.append(UInt8(ascii: "\"")) }
    }
  }

  /// Appends a time as timecode: a position as the label of its frame, a duration as a count from zero.
  package func append(timecode field: Field, of moment: Moment, to bytes: inout [UInt8]) {
    guard case .time(let time) = moment[field] else { return appendAbsent(to: &bytes) }
    let isPoint = [.position, .due, .cueStart, .cueEnd].contains(field)
    let timecode =
      isPoint ? moment.item.timecode(at: time) : moment.item.timecode(lasting: time)
    if let timecode { append(timecode.text, to: &bytes) } else { appendAbsent(to: &bytes) }
  }

  func appendAbsent(to bytes: inout [UInt8]) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: absent.utf8Start, count: absent.utf8CodeUnitCount))
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    if isForTerminal && escaping != .json { return append(escaped: text.printable, to: &bytes) }
    append(escaped: text, to: &bytes)
  }

  private func append(escaped text: String, to bytes: inout [UInt8]) {
    switch escaping {
    case .printable: bytes.append(printable: text)
    case .csv: bytes.append(csv: text)
    case .tsv: bytes.append(tsv: text)
    case .json: bytes.append(json: text)
    case .none: bytes.append(contentsOf: text.utf8)
    }
  }

  /// Appends a rate, with six decimal places in JSON, and only the necessary ones in other formats.
  private func append(_ rate: Rate, to bytes: inout [UInt8]) {
    var number = Int64(rate.numerator) * 1_000_000 / Int64(rate.denominator)
    var places = 6
    while escaping != .json, places > 0, number % 10 == 0 {
      number /= 10
      places -= 1
    }
    bytes.append(decimal: number, places: places)
  }
}
