/// Files of WebVTT, of which libavformat reads only those that have nothing but cues and comments: it stops at the
/// first block without a time.
package enum WebVTT {
  /// Precedes each identifier, because libavformat takes one that begins with NOTE for a comment.
  package static let identifierMark: Unicode.Scalar = "\u{2060}"

  private static let signature = Array("WEBVTT".utf8)
  private static let arrow = Array("-->".utf8)
  private static let newline = UInt8(ascii: "\n")
  private static let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]

  /// Returns a file with only the cues that the specification finds, without settings; nil if the file is not WebVTT.
  package static func cues(of file: [UInt8]) -> [UInt8]? {
    // Identifiers are marked. A cue that ends before it starts ends at its start.
    guard file.starts(with: signature),
      file.dropFirst(signature.count).first.map({ blanks.contains($0) || $0 == newline }) ?? true
    else { return nil }
    var result = signature + [newline, newline]
    /// Whether the lines that follow are the text of a cue.
    var isInCue = false
    /// The only line of the block until here.
    var identifier: ArraySlice<UInt8>?
    // The header is a block whose first line is no identifier.
    var lineCount = 1
    var rest = file[...]
    rest = rest.drop { $0 != newline }.dropFirst()
    while !rest.isEmpty {
      let line = rest.prefix { $0 != newline }
      rest = rest[line.endIndex...].dropFirst()
      if let times = times(of: line) {
        if isInCue { result.append(newline) }
        isInCue = times.isValid
        if isInCue {
          if let identifier {
            result += Array(String(identifierMark).utf8) + identifier + [newline]
          }
          result += times.text + [newline]
        }
        (identifier, lineCount) = (nil, 2)
      } else if line.isEmpty {
        if isInCue { result.append(newline) }
        (isInCue, identifier, lineCount) = (false, nil, 0)
      } else if isInCue {
        result += line + [newline]
      } else {
        lineCount += 1
        identifier = lineCount == 1 ? line : nil
      }
    }
    return result
  }

  /// Returns the times of a line that begins a cue, whether or not they are valid; nil for another line.
  private static func times(of line: ArraySlice<UInt8>) -> (isValid: Bool, text: [UInt8])? {
    let hasArrow = line.indices.contains { line[$0...].starts(with: arrow) }
    guard hasArrow else { return nil }
    var rest = line
    guard let start = removeTime(from: &rest), case let middle = rest.drop(while: blanks.contains),
      middle.starts(with: arrow)
    else { return (false, []) }
    rest = middle.dropFirst(arrow.count)
    guard let end = removeTime(from: &rest) else { return (false, []) }
    return (true, Array("\(text(of: start)) --> \(text(of: max(start, end)))".utf8))
  }

  /// Removes a time such as `1:02:03.450` or `02:03.450`, with the blanks before it, and returns it in milliseconds.
  private static func removeTime(from rest: inout ArraySlice<UInt8>) -> Int64? {
    rest = rest.drop(while: blanks.contains)
    var numbers: [Int64] = []
    while true {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(digits.count),
        let number = Int64(String(decoding: digits, as: UTF8.self))
      else { return nil }
      numbers.append(number)
      rest = rest[digits.endIndex...]
      guard rest.first == UInt8(ascii: ":") else { break }
      rest.removeFirst()
    }
    guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ","),
      (2...3).contains(numbers.count), numbers.suffix(2).allSatisfy({ $0 < 60 })
    else { return nil }
    let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    let thousandths = (String(decoding: digits.prefix(3), as: UTF8.self) + "00").prefix(3)
    return numbers.reduce(0) { $0 * 60 + $1 } * 1_000 + (Int64(thousandths) ?? 0)
  }

  /// Returns a time as in `10:00:00.000`.
  package static func text(of milliseconds: Int64) -> String {
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return
      "\(digits(seconds / 3_600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
      + ".\(digits(rest, 3))"
  }
}
