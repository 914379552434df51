/// Why media may not refer to a file or URL.
package enum ReferenceRefusal: Hashable, Sendable {
  /// The protocol of the URL is not allowed.
  case protocolNotAllowed(String)
  /// The URL has no known protocol.
  case unknownProtocol
  /// The media is not a local file, so it may not refer to any.
  case filesNotAllowed
  /// The file is neither in the directory of the media nor below it.
  case outsideDirectory
  /// A concat script may refer to files only if all files are allowed.
  case script
  /// A playlist that another one names may not name further playlists.
  case nestedPlaylist
  /// The media names more playlists than the limit.
  case tooManyPlaylists
  /// Another program names a device, such as a terminal.
  case device
  /// A DASH manifest may refer to files only if all files are allowed.
  case manifest

  /// The message, which follows the reference and a colon.
  package var text: String {
    switch self {
    case .protocolNotAllowed(let name): "the protocol '\(name)' is not allowed"
    case .unknownProtocol: "unknown protocol"
    case .filesNotAllowed: "local files are not allowed"
    case .outsideDirectory: "outside the directory of the file that refers to it"
    case .script: "a concat script needs the protocol 'file'"
    case .nestedPlaylist: "a playlist of playlists inside another one"
    case .tooManyPlaylists: "too many playlists"
    case .device: "a device, which may never end"
    case .manifest: "a DASH manifest needs the protocol 'file'"
    }
  }
}
