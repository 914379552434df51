import CFFmpeg
import Glibc

/// Where a medium is, by its name.
enum MediaLocation: Hashable {
  /// An open file descriptor of this process.
  case descriptor(Int32)
  case path(String)
  case url(String)

  /// `-` is standard input, `pipe:3` the descriptor 3, `file:…` a path. What exists as a file is
  /// one, whatever colons are in its name. Else what begins with a protocol that libavformat
  /// knows, or with any and `//`, is a URL. All else is a path.
  init(name: String) {
    self =
      if name == "-" {
        .descriptor(STDIN_FILENO)
      } else if let colon = name.firstIndex(of: ":"), !Self.exists(name) {
        Self(scheme: name[..<colon], rest: name[colon...].dropFirst(), name: name)
      } else {
        .path(name)
      }
  }

  private init(scheme: Substring, rest: Substring, name: String) {
    let isWord = !scheme.isEmpty && scheme.utf8.allSatisfy { isalnum(Int32($0)) != 0 || $0 == 0x2b }
    self =
      if scheme == "file" {
        .path(String(rest))
      } else if scheme == "pipe" {
        .descriptor(Int32(rest) ?? STDIN_FILENO)
      } else if isWord, rest.hasPrefix("//") || avio_find_protocol_name(name) != nil {
        .url(name)
      } else {
        .path(name)
      }
  }

  private static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The protocols that the medium may make FFmpeg open besides its own bytes, as a playlist
  /// does: nothing that was not named may reach the network. Nil leaves it to the URL's protocol.
  var nestedProtocols: String? {
    switch self {
    case .descriptor: "crypto,data"
    case .path: "file,crypto,data"
    case .url: nil
    }
  }
}
