import FoundationEssentials
import PlayheadFFmpeg
import PlayheadLocking
import PlayheadMedia

extension AttachedMedia {
  /// The media that the player names, if it is a local file, or a URL of http or https.
  ///
  /// Only regular files are opened, and what they refer to follows the rules of ``LocatedMedia``. A relative
  /// path is resolved if the player reports its directory, as mpv and an MPD at a Unix socket do. If the
  /// player names anything else, nothing is opened.
  public static let auto = AttachedMedia { item in
    item.location.map { named($0, in: item.directory) }
  }

  /// The media that the player names, if it is a file in a directory, or a URL of http or https. Relative paths are
  /// relative to the directory.
  ///
  /// - Parameter directory: The path of the directory, such as that of the music of an MPD on another machine.
  /// - Returns: The media.
  public static func relative(to directory: some MediaLocation) -> AttachedMedia {
    var path = directory.locationBytes
    if path.first != UInt8(ascii: "/") {
      path = Array(FileManager.default.currentDirectoryPath.utf8) + [UInt8(ascii: "/")] + path
    }
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    let text = ExactText.text(of: path)
    return AttachedMedia { item in
      item.location.map { opener(of: NamedMedia($0, within: text), named: $0) }
    }
  }

  /// The media that the user of this process names, for the item that the player plays first, and for items of
  /// the same name, once that is known.
  ///
  /// - Parameter location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  /// - Returns: The media.
  public static func file(_ location: some MediaLocation) -> AttachedMedia {
    let media = LocatedMedia(location)
    let first = Locked<String?>(nil)
    return AttachedMedia { item in
      // Some players report the name after the position.
      guard let name = item.location ?? item.title else { return nil }
      let chosen = first.withLock { first in
        first = first ?? name
        return first
      }
      return chosen == name ? media : nil
    }
  }

  /// Returns the media at a location, if that is a local file, or a URL of http or https.
  package static func named(_ location: String, in directory: String?) -> any MediaOpener {
    opener(of: NamedMedia(location, in: directory), named: location)
  }

  private static func opener(of media: NamedMedia, named location: String) -> any MediaOpener {
    switch media {
    case .file(let path): LocatedMedia(regularFile: path)
    case .url(let url): LocatedMedia(url: url)
    case .refused(let reason): RefusedMedia(name: location, reason: reason)
    }
  }
}

/// Media that may not be opened.
private struct RefusedMedia: MediaOpener {
  let name: String
  let reason: String

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    throw MediaError(.open, of: name, reason: .other, detail: reason)
  }
}
