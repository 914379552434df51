/// A type with a unique identifier.
public protocol CustomCombineIdentifierConvertible {
  /// The identifier; the same at each access.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  @inlinable
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
