/// A type that encodes values, for example as data.
public protocol TopLevelEncoder {
  /// The type of the encoded form.
  associatedtype Output

  /// Returns the encoded form of `value`.
  ///
  /// - Parameter value: The value to encode.
  /// - Throws: An error of encoding or decoding.
  func encode<T>(_ value: T) throws -> Output where T: Encodable
}
