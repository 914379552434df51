/// Something with a mark of its own, which tells it apart from its like.
///
/// Source of the rule: Apple's documentation of `CustomCombineIdentifierConvertible`.
public protocol CustomCombineIdentifierConvertible {
  /// The mark; the same at each reading.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The object's identity.
  @inlinable
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
