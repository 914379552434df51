import Synchronization

/// A unique identifier of a subscriber or a subscription.
@frozen
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  @usableFromInline let rawValue: UInt64

  /// Creates an identifier that is unique in this process. It can be called from any thread.
  @inlinable
  public init() {
    rawValue = nextIdentifier.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Creates the identifier of an object, which is the same during the object's lifetime.
  ///
  /// - Parameter obj: The instance to identify.
  @inlinable
  public init(_ obj: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(obj)))
  }

  /// The identifier in hexadecimal.
  public var description: String { "0x" + String(rawValue, radix: 16) }
}

@usableFromInline let nextIdentifier = Atomic<UInt64>(0)
