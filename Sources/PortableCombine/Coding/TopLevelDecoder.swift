/// Something that reads values from an encoded form, such as data.
///
/// Source of the rule: Apple's documentation of `TopLevelDecoder`.
public protocol TopLevelDecoder {
  /// The encoded form.
  associatedtype Input

  /// The value of type `type` that `from` is the encoded form of.
  func decode<T>(_ type: T.Type, from: Input) throws -> T where T: Decodable
}
