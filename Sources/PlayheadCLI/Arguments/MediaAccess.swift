import PlayheadKit

/// What `--protocols` allows media to refer to, of every subcommand that opens them.
struct MediaAccess {
  var protocols: Set<String> = []

  static let help = "what media may refer to besides: http,https,file,..."

  mutating func allow(_ text: String) throws(UsageError) {
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard LocatedMedia.knownProtocols.contains(name) else {
        throw UsageError("--protocols takes names as in http,https,file; '\(name)' is none")
      }
      protocols.insert(name)
    }
  }

  /// The medium that an argument names.
  func media(_ argument: String, following: FileFollowing? = nil) -> LocatedMedia {
    LocatedMedia(
      pathBytes: CommandLine.exactBytes(of: argument), protocols: protocols, following: following)
  }
}
