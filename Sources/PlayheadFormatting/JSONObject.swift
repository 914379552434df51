import PlayheadMedia
import PlayheadTimekeeping

/// A JSON value (RFC 8259) on one line. A value that is nil is null.
package struct JSON {
  package let text: String

  /// Creates a value that is already JSON.
  package init(_ text: String?) { self.text = text ?? "null" }

  package static func string(_ text: String?) -> JSON {
    JSON(text.map { text in String { $0.append(json: text) } })
  }

  package static func number(_ number: (some BinaryInteger)?) -> JSON {
    JSON(number.map { String($0) })
  }

  package static func bool(_ flag: Bool?) -> JSON { JSON(flag.map { $0 ? "true" : "false" }) }

  /// Seconds with six decimal places.
  package static func seconds(_ time: MediaTime?) -> JSON { JSON(time?.decimalText(places: 6)) }

  package static func object(_ object: JSONObject?) -> JSON { JSON(object?.text) }

  package static func objects(_ objects: [JSONObject]) -> JSON {
    JSON("[" + objects.map(\.text).joined(separator: ",") + "]")
  }

}

/// A JSON object on one line, with its members in the order of the literal.
package struct JSONObject: ExpressibleByDictionaryLiteral {
  private var members: [(key: String, value: JSON)]

  package init(dictionaryLiteral members: (String, JSON)...) { self.members = members }

  package init(_ members: [(key: String, value: JSON)]) { self.members = members }

  /// Returns the object with the members of another one after its own.
  package func adding(_ other: JSONObject) -> JSONObject {
    var sum = self
    sum.members += other.members
    return sum
  }

  package var text: String {
    let members = members.map { "\(JSON.string($0.key).text):\($0.value.text)" }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Returns the members that objects about a file begin with.
  package static func ofFile(_ file: String, type: String, version: Int) -> JSONObject {
    ["type": .string(type), "version": .number(version), "file": .string(file)]
  }

  /// Returns the object of a file that cannot be read.
  package static func ofError(_ error: MediaError, version: Int, file: String) -> JSONObject {
    ofFile(file, type: "error", version: version).adding(["message": .string("\(error)")])
  }
}
