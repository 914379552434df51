import Glibc
import PlayheadMedia

/// The conversion of text files to UTF-8, by iconv.
struct TextEncoding: ~Copyable {
  private let descriptor: iconv_t
  /// The number of bytes that are replaced if they are invalid: a unit of the encoding.
  private let unit: Int
  private static let replacement = Array("\u{FFFD}".utf8)

  /// Returns nil if the system has no encoding with this name.
  static func open(_ name: String) -> TextEncoding? {
    // C would end the name at the zero byte.
    guard !name.isEmpty, !name.utf8.contains(0), let descriptor = iconv_open("UTF-8", name),
      descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    return TextEncoding(adopting: descriptor, unit: unit(of: name))
  }

  private init(adopting descriptor: iconv_t, unit: Int) {
    (self.descriptor, self.unit) = (descriptor, unit)
  }

  private static func unit(of name: String) -> Int {
    let name = name.uppercased().replacing("-", with: "")
    if ["UTF16", "UCS2", "UNICODE"].contains(where: name.hasPrefix) { return 2 }
    return ["UTF32", "UCS4"].contains(where: name.hasPrefix) ? 4 : 1
  }

  deinit {
    iconv_close(descriptor)
  }

  /// Returns text as UTF-8, with U+FFFD in place of each unit that is invalid.
  func utf8(of bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    let chunk = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 65_536)
    defer { chunk.deallocate() }
    bytes.withUnsafeMutableBytes { bytes in
      var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = bytes.count
      while left > 0 {
        var output = chunk.baseAddress
        var room = chunk.count
        let result = iconv(descriptor, &input, &left, &output, &room)
        let number = errno
        text += UnsafeRawBufferPointer(start: chunk.baseAddress, count: chunk.count - room)
        if result != -1 || number == E2BIG { continue }
        text += Self.replacement
        // The text ends in the middle of a character.
        if number != EILSEQ { break }
        let skipped = min(unit, left)
        input = input?.advanced(by: skipped)
        left -= skipped
      }
      // A letter is held back in which a mark may follow.
      var (output, room) = (chunk.baseAddress, chunk.count)
      iconv(descriptor, nil, nil, &output, &room)
      text += UnsafeRawBufferPointer(start: chunk.baseAddress, count: chunk.count - room)
    }
    return text
  }

  /// Returns a text as UTF-8 with `\n` for each line break; nil if its encoding is neither given, declared nor UTF-8.
  static func text(of bytes: [UInt8], encoding: borrowing TextEncoding?) -> [UInt8]? {
    // The text has no byte order mark, and spaces in place of null bytes.
    var text: [UInt8]
    switch encoding {
    case .some(let encoding): text = encoding.utf8(of: bytes)
    case nil:
      if let mark = markedEncoding(of: bytes), let marked = open(mark) {
        text = marked.utf8(of: bytes)
      } else {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        text = bytes
      }
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    // For libavformat, a null byte ends the text.
    for index in text.indices where text[index] == 0 { text[index] = UInt8(ascii: " ") }
    return withNewlines(text)
  }

  /// Returns text with one newline for each CR, and for CRs that are followed by a newline.
  private static func withNewlines(_ text: [UInt8]) -> [UInt8] {
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard text.contains(carriageReturn) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var waitingCount = 0
    for byte in text {
      if byte == carriageReturn {
        waitingCount += 1
        continue
      }
      if byte != newline { result += repeatElement(newline, count: waitingCount) }
      waitingCount = 0
      result.append(byte)
    }
    return result + repeatElement(newline, count: waitingCount)
  }

  /// The encoding that a byte order mark declares; nil if there is no mark but that of UTF-8.
  static func markedEncoding(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    return bytes.starts(with: [0xFE, 0xFF]) ? "UTF-16BE" : nil
  }
}
