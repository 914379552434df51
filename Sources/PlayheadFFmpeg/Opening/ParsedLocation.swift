import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// The location of media, parsed from its name.
enum ParsedLocation: Hashable {
  /// An open file descriptor of this process.
  case descriptor(Int32)
  /// The bytes of a path, which need not be UTF-8.
  case path([UInt8])
  case url(String)

  /// Parses the name of media, in which the case of a scheme does not matter.
  init(name: [UInt8]) {
    // `-` and `pipe:` are standard input, and `pipe:3` is the descriptor 3. The name of an existing file is a path,
    // even if it contains colons. `file:…` is a path, and `file://…` one with escapes as `%20`. A name that starts with
    // a protocol of libavformat, or with any scheme and `//`, is a URL. Any other name is a path.
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
    let scheme = String(decoding: scheme, as: UTF8.self).lowercased()
    switch scheme {
    case "file" where rest.starts(with: "//".utf8):
      self = .path(PercentEscapes.path(ofFileURL: rest.dropFirst(2)))
    case "file": self = .path(Array(rest))
    case "pipe":
      let number = rest.isEmpty ? STDIN_FILENO : Self.descriptor(rest)
      self = number.map(Self.descriptor) ?? .path(name)
    default:
      // FFmpeg knows schemes in lower case.
      let text = scheme + ":" + String(decoding: rest, as: UTF8.self)
      let isURL = rest.starts(with: "//".utf8) || avio_find_protocol_name(text) != nil
      self = isWord && isURL ? .url(text) : .path(name)
    }
  }

  /// Returns nil unless the text is a decimal number.
  private static func descriptor(_ digits: ArraySlice<UInt8>) -> Int32? {
    guard digits.allSatisfy({ isdigit(Int32($0)) != 0 }) else { return nil }
    return Int32(String(decoding: digits, as: UTF8.self))
  }

  private static func exists(_ path: [UInt8]) -> Bool {
    access(path.cString, F_OK) == 0
  }
}
