/// A type that decodes values from an encoded form, such as data.
public protocol TopLevelDecoder {
  /// The type of the encoded form.
  associatedtype Input

  /// Decodes a value of type `type`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - from: The encoded data.
  /// - Returns: The decoded value.
  /// - Throws: An error of encoding or decoding.
  func decode<T>(_ type: T.Type, from: Input) throws -> T where T: Decodable
}
