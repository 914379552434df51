/// A format with a line per progress record and a column per field: text, CSV (RFC 4180, but with
/// LF line ends) and TSV. Other records are not written.
struct ColumnFormat: RecordFormat {
  let header: [UInt8]
  private let separator: UInt8
  private let fields: [Field]
  private let style: FieldStyle

  init(_ fields: [Field], separator: Character, hasHeader: Bool, style: FieldStyle) {
    self.fields = fields
    self.separator = separator.asciiValue ?? UInt8(ascii: " ")
    self.style = style
    header =
      hasHeader
      ? Array((fields.map(\.rawValue).joined(separator: String(separator)) + "\n").utf8) : []
  }

  func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    guard case .progress(let progress, let wallTime) = record else { return }
    let moment = Moment(progress: progress, wallTime: wallTime, item: item)
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      style.append(field, of: moment, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
