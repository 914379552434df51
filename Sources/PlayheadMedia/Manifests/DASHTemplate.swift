/// The template of a segment's URL in DASH (ISO/IEC 23009-1, 5.3.9.4.4).
struct DASHTemplate: Hashable {
  /// The maximum length of a template in bytes. Each segment has a copy.
  static let greatestLength = 1_024
  private static let greatestWidth = 20

  private enum Piece: Hashable {
    case text(String)
    case number(width: Int)
    case time(width: Int)
  }

  private var pieces: [Piece] = []
  /// Whether the URLs of segments differ.
  var isVaried: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }

  /// Parses a template of a Representation; returns nil if it is invalid or too long.
  init?(_ text: String, id: String, bandwidth: String) {
    guard text.utf8.count + id.utf8.count <= Self.greatestLength else { return nil }
    let parts = text.unicodeScalars.split(separator: "$", omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard parts.count % 2 == 1 else { return nil }
    var length = 0
    for (index, part) in parts.enumerated() {
      guard let piece = index % 2 == 0 ? .text(String(part)) : Self.piece(part, id, bandwidth)
      else { return nil }
      if case .text(let text) = piece { length += text.utf8.count }
      pieces.append(piece)
    }
    if length > Self.greatestLength { return nil }
  }

  /// Returns the URL of a segment.
  func url(number: Int64, time: Int64) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .number(let width): Self.padded(String(number), to: width)
      case .time(let width): Self.padded(String(time), to: width)
      }
    }.joined()
  }

  private static func piece(_ identifier: Substring, _ id: String, _ bandwidth: String) -> Piece? {
    if identifier.isEmpty { return .text("$") }
    let parts = identifier.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count <= 2, let width = parts.count == 1 ? 1 : width(parts[1]) else { return nil }
    switch parts[0] {
    case "RepresentationID": return parts.count == 1 ? .text(id) : nil
    case "Bandwidth": return .text(padded(bandwidth, to: width))
    case "Number": return .number(width: width)
    case "Time": return .time(width: width)
    default: return nil
    }
  }

  /// Parses `0Nd`.
  private static func width(_ format: Substring) -> Int? {
    guard format.first == "0", format.last == "d", format.count > 2,
      let width = Int(format.dropFirst().dropLast()), (1...greatestWidth).contains(width)
    else { return nil }
    return width
  }

  private static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
