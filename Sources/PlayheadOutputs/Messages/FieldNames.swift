import PlayheadMedia

/// The names of fields in options, which are the raw values of an enumeration.
package enum FieldNames {
  /// Parses known names separated by commas, of which none occurs twice.
  package static func list<Field: CaseIterable & RawRepresentable & Equatable>(
    _ text: String, of type: Field.Type
  ) throws(UsageError) -> [Field] where Field.RawValue == String {
    var fields: [Field] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let field = try named(name, of: type)
      // JSON parsers treat an object with a duplicate key in different ways.
      if fields.contains(field) { throw .repeatedField(field.rawValue) }
      fields.append(field)
    }
    return fields
  }

  /// Returns the field of a name.
  package static func named<Field: CaseIterable & RawRepresentable>(
    _ name: some StringProtocol, of type: Field.Type
  ) throws(UsageError) -> Field where Field.RawValue == String {
    if let field = Field(rawValue: String(name)) { return field }
    let names = Field.allCases.map(\.rawValue)
    throw .unknownField(
      String(name), known: names.joined(separator: ", "),
      meant: NearestWord.of(String(name), in: names))
  }
}
