import CFFmpeg
import Glibc

/// Where a medium is, by its name.
enum MediaLocation: Hashable {
  /// An open file descriptor of this process.
  case descriptor(Int32)
  /// The bytes of a path, which need not be UTF-8.
  case path([UInt8])
  case url(String)

  /// `-` is standard input, as `pipe:` is, `pipe:3` the descriptor 3, `file:…` a path. What exists
  /// as a file is one, whatever colons are in its name. Else what begins with a protocol that
  /// libavformat knows, or with any and `//`, is a URL. All else is a path.
  init(name: [UInt8]) {
    self =
      if name == Array("-".utf8) {
        .descriptor(STDIN_FILENO)
      } else if let colon = name.firstIndex(of: UInt8(ascii: ":")), !Self.exists(name) {
        Self(scheme: name[..<colon], rest: name[colon...].dropFirst(), name: name)
      } else {
        .path(name)
      }
  }

  private init(scheme: ArraySlice<UInt8>, rest: ArraySlice<UInt8>, name: [UInt8]) {
    let isWord = !scheme.isEmpty && scheme.allSatisfy { isalnum(Int32($0)) != 0 || $0 == 0x2b }
    switch String(decoding: scheme, as: UTF8.self) {
    case "file": self = .path(Array(rest))
    case "pipe":
      let number = rest.isEmpty ? STDIN_FILENO : Self.descriptor(rest)
      self = number.map(Self.descriptor) ?? .path(name)
    default:
      let text = String(decoding: name, as: UTF8.self)
      let isURL = rest.starts(with: "//".utf8) || avio_find_protocol_name(text) != nil
      self = isWord && isURL ? .url(text) : .path(name)
    }
  }

  /// Nil for what is not decimal digits alone.
  private static func descriptor(_ digits: ArraySlice<UInt8>) -> Int32? {
    guard digits.allSatisfy({ isdigit(Int32($0)) != 0 }) else { return nil }
    return Int32(String(decoding: digits, as: UTF8.self))
  }

  private static func exists(_ path: [UInt8]) -> Bool {
    path.withCString { access($0, F_OK) == 0 }
  }
}

extension [UInt8] {
  /// Calls `body` with these bytes and a zero behind them.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
      // There is at least the zero.
      try buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }
}
