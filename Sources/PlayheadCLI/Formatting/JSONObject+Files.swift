import PlayheadKit

/// The members that objects of several schemas begin with.
extension JSONObject {
  /// Creates an object about a file.
  init(type: String, version: Int, file: String) {
    self.init()
    add("type", type)
    add("version", version)
    add("file", file)
  }

  /// Creates the object of a file that cannot be read.
  init(_ error: MediaError, version: Int, file: String) {
    self.init(type: "error", version: version, file: file)
    add("message", "\(error)")
  }

  /// Creates the object of a track.
  init(_ track: Track, isPlayed: Bool) {
    self.init()
    add("index", track.index)
    add("kind", track.kind.rawValue)
    add("codec", track.codec)
    add("language", track.language)
    add("played", isPlayed)
  }
}
