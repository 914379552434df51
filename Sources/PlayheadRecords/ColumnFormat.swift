/// A format with a line per progress record and a column per field: text, CSV (RFC 4180, but with
/// LF line ends) and TSV. Other records are not written.
package struct ColumnFormat: RecordFormat {
  package let header: [UInt8]
  private let separator: UInt8
  private let fields: [Field]
  private let style: FieldStyle

  package init(_ fields: [Field], separator: Character, hasHeader: Bool, style: FieldStyle) {
    self.fields = fields
    self.separator = separator.asciiValue ?? UInt8(ascii: " ")
    self.style = style
    header =
      hasHeader
      ? Array((fields.map(\.rawValue).joined(separator: String(separator)) + "\n").utf8) : []
  }

  /// Whether the first line is a header with any known fields, or begins with values as these fields have them.
  package func canContinue(_ start: [UInt8]) -> Bool {
    let lineEnd = start.firstIndex(of: UInt8(ascii: "\n"))
    let line = start[..<(lineEnd ?? start.endIndex)]
    let words = line.split(separator: separator, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
    }
    if start.contains(0) { return false }
    guard header.isEmpty else {
      // A line that is not complete may end within a name.
      return words.enumerated().allSatisfy { index, word in
        let isCut = lineEnd == nil && index == words.endIndex - 1
        return Field.allCases.contains { isCut ? $0.rawValue.hasPrefix(word) : $0.rawValue == word }
      }
    }
    return zip(words, fields.prefix { $0.kind.isNumeric }).allSatisfy { word, _ in
      !word.isEmpty && word.utf8.allSatisfy("0123456789.:;-".utf8.contains)
    }
  }

  package func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    guard case .progress(let progress, let wallTime) = record else { return }
    let moment = Moment(progress: progress, wallTime: wallTime, item: item)
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      style.append(field, of: moment, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
