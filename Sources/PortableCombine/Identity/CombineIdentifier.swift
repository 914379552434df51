import Synchronization

/// A mark that tells subscribers and subscriptions apart.
///
/// Source of the rule: Apple's documentation of `CombineIdentifier`.
@frozen
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  @usableFromInline let rawValue: UInt64

  /// Makes a mark that no other has in this process. Safe from any thread.
  @inlinable
  public init() {
    rawValue = nextIdentifier.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Makes the mark of an object: the same for as long as the object lives.
  @inlinable
  public init(_ obj: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(obj)))
  }

  /// The mark in hexadecimal.
  public var description: String { "0x" + String(rawValue, radix: 16) }
}

@usableFromInline let nextIdentifier = Atomic<UInt64>(0)
