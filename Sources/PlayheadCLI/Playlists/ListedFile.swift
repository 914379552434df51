/// One file to be played, of the command line or of a playlist.
struct ListedFile: Hashable, Sendable {
  /// As an argument of the command line.
  let argument: String
  /// What a playlist calls it.
  var title: String?
  /// Why it cannot be played, for a message after its name.
  var refusal: String?

  /// For messages and records.
  var name: String { CommandLine.readableText(of: argument) }
}
