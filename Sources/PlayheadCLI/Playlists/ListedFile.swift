import PlayheadKit

/// One file to be played or read, of the command line or of a playlist.
struct ListedFile: Hashable, Sendable {
  /// As an argument of the command line.
  let argument: String
  /// What a playlist calls it.
  var title: String?
  /// Why it cannot be played, for the end of a message.
  var refusal: String?

  /// For messages and records.
  var name: String { CommandLine.readableText(of: argument) }

  /// The medium, to be read and not to be played; fails where it is refused.
  func media(_ access: MediaAccess) throws(MediaError) -> LocatedMedia {
    if let refusal { throw MediaError(.open, name, .other, detail: refusal) }
    return access.media(argument)
  }
}
