/// A declaration of a playlist or manifest whose value is invalid.
struct InvalidDeclaration: Error {
  /// The name of the declaration, as `S@d`.
  let name: String
}
