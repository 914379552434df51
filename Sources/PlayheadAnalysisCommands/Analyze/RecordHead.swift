import PlayheadFormatting
import PlayheadListFiles

/// The members that the record of an analyzed file begins with.
///
/// The key is at the same place in all records of a type, so that `RecordedKeys` finds it without parsing the rest.
enum RecordHead {
  enum RecordType: String, CaseIterable {
    case report = "timing-report"
    case error
  }

  static let keyLength = 16

  static func object(_ type: RecordType, file: String, _ version: FileVersion) -> JSONObject {
    start(type, key: version.key.map(FileVersion.digits)).adding([
      "file": .string(file), "size": .number(version.size),
      "modified": .string(version.modifiedText),
    ])
  }

  /// Returns the bytes before the key, of records of the current version.
  static func beforeKey(_ type: RecordType) -> [UInt8] {
    Array(start(type, key: "").text.utf8.dropLast(2))
  }

  private static func start(_ type: RecordType, key: String?) -> JSONObject {
    [
      "type": .string(type.rawValue), "version": .number(TimingReportJSON.version),
      "key": .string(key),
    ]
  }
}
