import PlayheadFormatting
import PlayheadMedia

/// The properties of media as a JSON object. Its schema is in docs/user/formats.md, its keys are those of
/// `MediaInfo`.
enum MediaInfoJSON {
  /// The version of the schema. It increases when a key is removed or changes its meaning, but not
  /// when a key is added.
  static let version = 1

  static func object(of info: MediaInfo, file: String) -> JSONObject {
    JSONObject.ofFile(file, type: "media", version: version).adding(.encoding(info))
  }
}
