import PlayheadArguments
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs

/// A file of the command line or of a list file.
package struct ListedFile: Hashable, Sendable {
  /// The file in the form of a command-line argument.
  package let argument: String
  /// The file whose bytes the argument has, as messages and records name it; nil if it names that itself.
  package let origin: String?
  /// The title in the list file.
  package var title: String?
  /// The reason that the file cannot be played.
  package var refusal: FileMessage?

  /// Creates a file that an argument names.
  package init(argument: String, title: String? = nil, refusal: FileMessage? = nil) {
    (self.argument, self.title, self.refusal, origin) = (argument, title, refusal, nil)
  }

  /// Creates a file whose bytes come through standard input.
  package init(arrivingFrom origin: String) {
    (argument, self.origin) = ("-", origin)
  }

  /// The name for messages and records.
  package var name: String { CommandLine.readableText(of: origin ?? argument) }

  /// Returns the media to read, unless the file is refused.
  package func media(_ access: MediaAccess) throws(MediaError) -> LocatedMedia {
    if let refusal { throw MediaError(.open, of: name, reason: .other, detail: refusal.text) }
    return access.media(argument)
  }
}
