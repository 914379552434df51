internal import PlayheadLocking

/// Stores a property that has no effect.
@propertyWrapper
public final class _Inert<Value: Sendable>: Sendable {
  private let value: Locked<Value>
  /// Creates a property.
  public init(wrappedValue: Value) { value = Locked(wrappedValue) }
  /// The value that was set last.
  public var wrappedValue: Value {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
