import PlayheadKit

/// A JSON object (RFC 8259) on one line, with its members in the order in which they were added.
struct JSONObject {
  private var members: [String] = []

  mutating func add(_ key: String, _ text: String?) {
    addRaw(key, text.map(JSONObject.quoted))
  }

  mutating func add(_ key: String, _ number: (some BinaryInteger)?) {
    addRaw(key, number.map { String($0) })
  }

  mutating func add(_ key: String, _ flag: Bool?) {
    addRaw(key, flag.map { $0 ? "true" : "false" })
  }

  /// Adds seconds with six decimal places.
  mutating func add(_ key: String, _ time: MediaTime?) {
    addRaw(key, time?.decimalText(places: 6))
  }

  mutating func add(_ key: String, _ objects: [JSONObject]) {
    addRaw(key, "[" + objects.map(\.text).joined(separator: ",") + "]")
  }

  /// Adds a value that is already JSON, or null.
  mutating func addRaw(_ key: String, _ value: String?) {
    members.append(JSONObject.quoted(key) + ":" + (value ?? "null"))
  }

  var text: String { "{" + members.joined(separator: ",") + "}" }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(json: text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
