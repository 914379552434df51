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

  /// Creates an element without contents.
  ///
  /// - Parameters:
  ///   - name: The name without the prefix of its namespace.
  ///   - attributes: The attributes by their names.
  package init(name: String, attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  func number(_ attribute: String) -> Int64? { self[attribute].flatMap { Int64($0) } }

  func children(_ name: String) -> [ManifestElement] { children.filter { $0.name == name } }

  func child(_ name: String) -> ManifestElement? { children.first { $0.name == name } }
}
