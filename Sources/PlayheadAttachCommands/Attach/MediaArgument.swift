import Glibc
import PlayheadAttaching
import PlayheadRecords

/// Which media is read beside another player.
enum MediaArgument: Hashable {
  case none
  /// The one that the player names.
  case auto
  /// The one that the player names, by paths that are relative to a directory.
  case folder(String)
  /// The one that the user names.
  case file(String)

  /// Parses `none`, `auto`, the path of a directory, or a path or URL of media. Returns nil for an empty text.
  init?(_ text: String) {
    switch text {
    case "": return nil
    case "none": self = .none
    case "auto": self = .auto
    default:
      var status = stat()
      let isFolder = stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      self = isFolder ? .folder(text) : .file(text)
    }
  }

  var media: AttachedMedia {
    switch self {
    case .none: .none
    case .auto: .auto
    case .folder(let path): .relative(to: path)
    case .file(let name): .file(name)
    }
  }
}
