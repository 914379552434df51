import PlayheadArguments
import PlayheadRecords

extension Help {
  /// The text of `--version`, including the version of the record formats for scripts.
  static let versionText = "\(version)\nrecord formats \(JSONFormat.version)"
}
