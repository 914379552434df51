/// An element of a manifest in XML, with its attributes and contents.
package struct ManifestElement: Hashable, Sendable {
  /// The name without the prefix of its namespace.
  package let name: String
  /// The attributes by their names, without prefixes.
  package let attributes: [String: String]
  /// The text directly in the element.
  package var text = ""
  /// The elements directly in the element.
  package var children: [ManifestElement] = []

  /// Creates an element without contents; its name has no prefix of a namespace.
  package init(name: String, attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Returns the number in an attribute, nil without the attribute; throws if it is no number, or less than `least`.
  func number(
    _ attribute: String, from least: Int64 = 0
  ) throws(InvalidDeclaration) -> Int64? {
    guard let text = self[attribute] else { return nil }
    guard let number = Int64(text), number >= least else {
      throw InvalidDeclaration(name: "\(name)@\(attribute)")
    }
    return number
  }

  func children(_ name: String) -> [ManifestElement] { children.filter { $0.name == name } }

  func child(_ name: String) -> ManifestElement? { children.first { $0.name == name } }
}

/// A declaration of a manifest whose value is invalid.
struct InvalidDeclaration: Error {
  /// The name of the declaration, as `S@d`.
  let name: String
}
