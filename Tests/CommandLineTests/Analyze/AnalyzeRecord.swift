import Foundation
import Testing

/// A line that `analyze` wrote as JSON, checked against the schema.
struct AnalyzeRecord {
  let value: JSONValue

  init(_ line: some StringProtocol) throws {
    value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    try #require(JSONSchema.analyze).check(value)
  }

  /// The records of a text with one per line.
  static func all(in text: String) throws -> [AnalyzeRecord] {
    try text.split(separator: "\n").map { try AnalyzeRecord($0) }
  }

  /// The records of a file.
  static func all(inFileAt path: String) throws -> [AnalyzeRecord] {
    try all(in: String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self))
  }

  subscript(key: String) -> JSONValue? { value[key] }

  var file: String { value["file"]?.text ?? "" }
  var isError: Bool { value["type"] == .string("error") }
}
