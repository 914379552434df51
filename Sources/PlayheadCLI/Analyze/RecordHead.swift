import PlayheadKit

/// The members that the record of an analyzed file begins with.
///
/// The key is at the same place in all records of a type, so that `RecordedKeys` finds it without
/// parsing the rest.
enum RecordHead {
  enum RecordType: String, CaseIterable {
    case report = "timing-report"
    case error
  }

  static let keyLength = 16

  static func object(_ type: RecordType, file: String, _ version: FileVersion) -> JSONObject {
    var object = start(type)
    object.add("key", version.key.map(text))
    object.add("file", file)
    object.add("size", version.size)
    object.add("modified", version.modifiedText)
    return object
  }

  /// Returns the bytes before the key, of records of the current version.
  static func beforeKey(_ type: RecordType) -> [UInt8] {
    var object = start(type)
    object.add("key", "")
    return Array(object.text.utf8.dropLast(2))
  }

  private static func start(_ type: RecordType) -> JSONObject {
    var object = JSONObject()
    object.add("type", type.rawValue)
    object.add("version", TimingReportJSON.version)
    return object
  }

  private static func text(_ key: UInt64) -> String {
    let digits = String(key, radix: 16)
    return String(repeating: "0", count: keyLength - digits.utf8.count) + digits
  }
}
