/// Something that turns values into an encoded form, such as data.
///
/// Source of the rule: Apple's documentation of `TopLevelEncoder`.
public protocol TopLevelEncoder {
  /// The encoded form.
  associatedtype Output

  /// The encoded form of `value`.
  func encode<T>(_ value: T) throws -> Output where T: Encodable
}
