import PlayheadKit

/// A file of the command line or of a list file.
struct ListedFile: Hashable, Sendable {
  /// The file in the form of a command-line argument.
  let argument: String
  /// The title in the list file.
  var title: String?
  /// The reason that the file cannot be played.
  var refusal: FileMessage?

  /// The name for messages and records.
  var name: String { CommandLine.readableText(of: argument) }

  /// Returns the media to read.
  ///
  /// - Throws: `MediaError` if the file is refused.
  func media(_ access: MediaAccess) throws(MediaError) -> LocatedMedia {
    if let refusal { throw MediaError(.open, of: name, reason: .other, detail: refusal.text) }
    return access.media(argument)
  }
}
