import Foundation
import PlayheadTestEnvironment

/// Checks values against a JSON Schema (2020-12) that uses the keywords below.
///
/// It is stricter than the standard: a key of an object that the schema does not name is a violation,
/// so that the schema describes everything that the command writes.
struct JSONSchema {
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// The schema of the lines of `analyze`.
  static let analyze = try? JSONSchema(
    text: Repository.text(of: "docs/user/schemas/analyze.schema.json"))

  private static let annotations: Set<String> = ["$schema", "$id", "$defs", "title", "description"]

  private let root: JSONValue

  init(text: String) throws {
    root = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// - Throws: `Violation` that describes the difference and its place.
  func check(_ value: JSONValue) throws { try check(value, root, at: "$") }

  private func check(_ value: JSONValue, _ schema: JSONValue, at place: String) throws {
    guard case .object(let keywords) = schema else { throw Violation(description: "no schema") }
    for (keyword, rule) in keywords where !Self.annotations.contains(keyword) {
      switch (keyword, rule) {
      case ("$ref", .string(let name)):
        let name = name.replacing("#/$defs/", with: "")
        guard let target = root["$defs"]?[name] else {
          throw Violation(description: "the schema has no definition \(name)")
        }
        try check(value, target, at: place)
      case ("oneOf", .array(let choices)): try checkOne(of: choices, value, at: place)
      case ("type", .string(let name)): try expect(value.isOf(name), "\(place): not \(name)")
      case ("type", .array(let names)):
        let isAny = names.contains { $0.text.map(value.isOf) == true }
        try expect(isAny, "\(place): of no allowed type")
      case ("const", _): try expect(value == rule, "\(place): not the constant")
      case ("enum", .array(let values)):
        try expect(values.contains(value), "\(place): not one of the allowed values")
      case ("minimum", .integer(let least)):
        if case .integer(let number) = value { try expect(number >= least, "\(place): too small") }
      case ("pattern", .string(let pattern)):
        guard case .string(let text) = value else { break }
        let expression = try Regex(pattern)
        try expect(text.firstMatch(of: expression) != nil, "\(place): does not match the pattern")
      case ("items", _):
        for (index, element) in (value.elements ?? []).enumerated() {
          try check(element, rule, at: "\(place)[\(index)]")
        }
      case ("required", .array(let names)):
        guard case .object(let members) = value else { break }
        for name in names.compactMap(\.text) {
          try expect(members[name] != nil, "\(place): \(name) is missing")
        }
      case ("properties", .object(let properties)):
        guard case .object(let members) = value else { break }
        for (name, member) in members {
          guard let rule = properties[name] else {
            throw Violation(description: "\(place): \(name) is not in the schema")
          }
          try check(member, rule, at: "\(place).\(name)")
        }
      default: throw Violation(description: "the schema has an unknown keyword \(keyword)")
      }
    }
  }

  private func checkOne(of choices: [JSONValue], _ value: JSONValue, at place: String) throws {
    var violations: [String] = []
    for choice in choices {
      do {
        try check(value, choice, at: place)
      } catch let violation as Violation {
        violations.append(violation.description)
      }
    }
    let matches = choices.count - violations.count
    try expect(
      matches == 1,
      "\(place): matches \(matches) alternatives (\(violations.joined(separator: "; ")))")
  }

  private func expect(_ isTrue: Bool, _ description: @autoclosure () -> String) throws {
    if !isTrue { throw Violation(description: description()) }
  }
}

extension JSONValue {
  fileprivate func isOf(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
