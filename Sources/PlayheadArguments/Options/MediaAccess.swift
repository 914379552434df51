import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs

/// How media is opened: what `--protocols` lets it refer to, how much of it `--probe` reads to find
/// the tracks, and whether reports leave the system's cache as it was.
package struct MediaAccess {
  package var protocols: Set<String> = []
  /// Nil means the default for the kind of source.
  package var probeLimit: Duration?
  package var leavesCacheUnchanged = false
  /// The places at which bytes of standard input are missing; nil if it is whole.
  package var missingBytes: MissingBytes?
  /// Whether playlists and other programs may name URLs of all protocols, as for mpv.
  package var allowsURLs = false

  package init() {}

  mutating func allow(_ text: String) throws(UsageError) {
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard LocatedMedia.knownProtocols.contains(name) else {
        throw .unknownProtocol(name)
      }
      protocols.insert(name)
    }
  }

  /// Returns the reason that another program may not have a file or URL played; nil if it may.
  package func refusalOnRequest(of argument: String) -> ReferenceRefusal? {
    media(argument).refusalOnRequest(allowingURLs: allowsURLs)
  }

  /// Returns the media that an argument names.
  package func media(_ argument: String, following: FileFollowing? = nil) -> LocatedMedia {
    var media = LocatedMedia(
      pathBytes: CommandLine.exactBytes(of: argument), protocols: protocols, following: following,
      probeLimit: probeLimit)
    media.leavesCacheUnchanged = leavesCacheUnchanged
    media.missingBytes = missingBytes
    return media
  }
}
