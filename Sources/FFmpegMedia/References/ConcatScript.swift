import CFFmpeg
import Glibc
import Media

/// A script of FFmpeg's concat format, which lists files to play consecutively.
///
/// FFmpeg opens the files without calling `io_open`. Therefore the script, and nested scripts, are
/// checked before FFmpeg opens it.
struct ConcatScript {
  private static let signature = Array("ffconcat version 1.0".utf8)
  /// The maximum number of bytes of a script that are read.
  private static let greatestSize = 4 << 20
  private static let greatestDepth = 8

  /// The referenced files, in the order of the script.
  private let references: [[UInt8]]

  /// Reads the script at a path; returns nil if there is none.
  init?(at path: [UInt8]) {
    guard let text = Self.read(path) else { return nil }
    let lines = text.split { $0 == 0x0a || $0 == 0x0d || $0 == 0 }
    references = lines.compactMap { line in
      let words = line.drop(while: Self.isSpace)
      let keyword = words.prefix { !Self.isSpace($0) }
      guard keyword.elementsEqual("file".utf8) else { return nil }
      let rest = words.dropFirst(keyword.count).drop(while: Self.isSpace)
      return Self.resolve(Self.token(Array(rest)), at: path)
    }
  }

  /// Returns the first reference that the rule refuses, with the reason, including those of nested
  /// scripts; nil if all are allowed.
  func refusal(by rule: ReferenceRule, depth: Int = 0) -> (url: [UInt8], reason: ReferenceRefusal)?
  {
    for reference in references {
      switch rule.verdict(on: reference) {
      case .missing: continue
      case .endless: return (reference, .notRegularFile)
      case .refused(let reason): return (reference, reason)
      case .allowed(let url):
        guard url.starts(with: "file:".utf8) else { continue }
        let path = Array(url.dropFirst(5))
        guard let script = ConcatScript(at: path) else { continue }
        if depth == Self.greatestDepth { return (reference, .nestedTooDeep) }
        if let refusal = script.refusal(by: rule, depth: depth + 1) { return refusal }
      }
    }
    return nil
  }

  /// Returns the content of a script. If the file is not a script, reads its first bytes only, and
  /// returns nil.
  private static func read(_ path: [UInt8]) -> [UInt8]? {
    guard let descriptor = try? FileDescriptor.open(path: path) else { return nil }
    guard let start = read(descriptor, signature.count), start == signature else { return nil }
    return read(descriptor, greatestSize)
  }

  private static func read(_ descriptor: borrowing FileDescriptor, _ count: Int) -> [UInt8]? {
    let number = descriptor.number
    return try? [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = try SystemError.check { pread(number, buffer.baseAddress, count, 0) }
    }
  }

  /// Returns the first word of `text`, with quotes and backslashes interpreted as FFmpeg does.
  private static func token(_ text: [UInt8]) -> [UInt8] {
    text.withCString { start in
      var rest: UnsafePointer<CChar>? = start
      guard let token = av_get_token(&rest, " \t\r\n") else { return [] }
      defer { av_free(token) }
      return UnsafeBufferPointer(start: token, count: strlen(token)).map(UInt8.init(bitPattern:))
    }
  }

  private static func resolve(_ name: [UInt8], at path: [UInt8]) -> [UInt8] {
    let scheme = name.withCString { avio_find_protocol_name($0) }.map { String(cString: $0) }
    let isURL = scheme.map { name.starts(with: "\($0):".utf8) || name.starts(with: "\($0),".utf8) }
    if isURL != false || name.first == UInt8(ascii: "/") { return name }
    return ReferenceRule.directory(of: path) + name
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
