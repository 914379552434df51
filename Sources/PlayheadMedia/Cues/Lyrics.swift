import PlayheadTimekeeping

/// The parts of lyrics (LRC) that libavformat loses: the offset, fractions after a colon, and the times of words.
package enum Lyrics {
  /// Removes the tags `[offset:…]`, and returns the milliseconds by which they make all times earlier.
  package static func removeOffset(from bytes: inout [UInt8]) -> Int64 {
    // The last tag with a number counts. Times `[mm:ss:xx]` become `[mm:ss.xx]`, and each tag such as `[ti:…]` that
    // others follow gets a line of its own, because libavformat ignores the text after one.
    var offset: Int64 = 0
    // One line at a time: a large file may consist of line breaks.
    var kept: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var line = removeLine(from: &rest)
      var hasOffset = false
      while let tag = removeTag(from: &line) {
        if tag.name == "offset" {
          if let number = Int64(tag.value) { offset = number }
          hasOffset = true
        } else {
          kept += tag.bytes
          // A last tag keeps the rest of its line.
          if line.first != UInt8(ascii: "[") { break }
          kept.append(newline)
        }
      }
      if hasOffset, line.allSatisfy({ $0 == newline || $0 == UInt8(ascii: "\r") }) {
        continue
      }
      let length = kept.count
      kept += line
      writePoints(in: &kept, from: length)
    }
    bytes = kept
    return offset
  }

  /// Removes a tag such as `[ti:…]` from the start of a line, with the blanks around it; nil if there is none.
  private static func removeTag(
    from line: inout ArraySlice<UInt8>
  ) -> (name: String, value: String, bytes: ArraySlice<UInt8>)? {
    // Its name has letters only.
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = line.drop(while: isBlank)
    guard start.first == UInt8(ascii: "["),
      case let name = start.dropFirst().prefix(while: { (0x61...0x7A).contains($0 | 0x20) }),
      !name.isEmpty, name.endIndex < line.endIndex, line[name.endIndex] == UInt8(ascii: ":"),
      let end = line[name.endIndex...].firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let value = String(decoding: line[name.endIndex..<end].dropFirst(), as: UTF8.self)
    line = line[end...].dropFirst().drop(while: isBlank)
    return (
      String(decoding: name, as: UTF8.self).lowercased(),
      value.filter { $0 != " " && $0 != "\t" }, start[...end]
    )
  }

  /// Returns whether a file is longer than a limit once each line is repeated for each of its times, as in libavformat.
  package static func repeatsLines(of bytes: [UInt8], beyond limit: Int) -> Bool {
    var room = limit
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = removeLine(from: &rest)
      let start = line.first { $0 != UInt8(ascii: " ") && !(0x09...0x0D).contains($0) }
      guard start == UInt8(ascii: "[") else { continue }
      let count = line.count { $0 == UInt8(ascii: "[") }
      let (length, overflow) = count.multipliedReportingOverflow(by: line.count)
      if overflow || length > room { return true }
      room -= length
    }
    return false
  }

  /// Replaces the second colon of each time at the start of a line by a point.
  private static func writePoints(in bytes: inout [UInt8], from start: Int) {
    let colon = UInt8(ascii: ":")
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        place += 1
        continue
      }
      guard byte == UInt8(ascii: "["),
        let end = bytes[place...].prefix(longestTime).firstIndex(of: UInt8(ascii: "]"))
      else { return }
      let parts = bytes[(place + 1)..<end].split(separator: colon, omittingEmptySubsequences: false)
      let isTime = parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
      if parts.count == 3, isTime, parts[1].count == 2, !parts[2].isEmpty, !parts[0].isEmpty {
        bytes[parts[1].endIndex] = UInt8(ascii: ".")
      }
      place = end + 1
    }
  }

  private static let newline = UInt8(ascii: "\n")

  /// Removes and returns the first line, with its line break, of bytes that are not empty.
  private static func removeLine(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = rest[...(rest.firstIndex(of: newline) ?? rest.endIndex - 1)]
    rest = rest[line.endIndex...]
    return line
  }

  /// The number of characters in the longest time, with its brackets.
  private static let longestTime = 21

  /// Returns the words of a line with their times (`<mm:ss.xx>`); nil if the line has no such times.
  package static func words(
    of text: String, from start: MediaTime, earlierBy offset: MediaTime
  ) -> [Cue.Word]? {
    // The texts of the words make up the plain text. A text before the first time starts at `start`.
    var words: [Cue.Word] = []
    var time = start
    var hasTimes = false
    var piece = ""
    func endPiece() {
      let isSpaced = words.last?.text.hasSuffix(" ") ?? true
      let text = isSpaced ? String(piece.drop { $0 == " " }) : piece
      if !text.isEmpty { words.append(Cue.Word(start: time, text: text)) }
      piece = ""
    }
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if scalar == "<", let end = rest.prefix(longestTime).firstIndex(of: ">"),
        let next = Self.time(Substring(rest[rest.index(after: rest.startIndex)..<end])).flatMap({
          $0.subtracting(offset)
        })
      {
        endPiece()
        (time, hasTimes) = (next, true)
        rest = rest[rest.index(after: end)...]
      } else {
        piece.unicodeScalars.append(rest.removeFirst())
      }
    }
    endPiece()
    if !hasTimes { return nil }
    if let last = words.popLast() {
      let text = String(last.text.reversed().drop { $0 == " " }.reversed())
      if !text.isEmpty { words.append(Cue.Word(start: last.start, text: text)) }
    }
    return words
  }

  /// Parses `mm:ss.xx`; the fraction may have up to nine digits, or be missing.
  private static func time(_ text: Substring) -> MediaTime? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    guard (2...3).contains(parts.count), (1...6).contains(parts[0].utf8.count),
      (1...2).contains(parts[1].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let minutes = Int64(parts[0]), let seconds = Int64(parts[1])
    else { return nil }
    var nanoseconds: Int64 = 0
    if parts.count == 3 {
      guard (1...9).contains(parts[2].utf8.count),
        let digits = Int64(parts[2] + String(repeating: "0", count: 9 - parts[2].utf8.count))
      else { return nil }
      nanoseconds = digits
    }
    return .nanoseconds((minutes * 60 + seconds) * 1_000_000_000 + nanoseconds)
  }
}
