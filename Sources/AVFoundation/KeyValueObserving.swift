import Foundation
import PortableCombine

/// An object whose properties can be observed.
// Sendable is unchecked: its one property is a subject, which guards its state.
open class _AVObservable: NSObject, @unchecked Sendable {
  // Unchecked: subjects guard their own state, and subclasses keep theirs in `Locked`.
  let changes = CurrentValueSubject<Void, Never>(())
}

/// The values that an observation receives.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The current value at once.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// A report before each change: has no effect.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change.
@nonexhaustive
public enum NSKeyValueChange: UInt, Sendable {
  /// The property has a new value. The other kinds do not occur.
  case setting = 1, insertion, removal, replacement
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
  /// The type of kinds.
  public typealias Kind = NSKeyValueChange
  /// The kind of the change: always `setting`.
  public var kind: Kind { .setting }
  /// Always nil.
  public var indexes: IndexSet? { nil }
  /// Always false.
  public var isPrior: Bool { false }
  /// The new value, with the option `new`.
  public let newValue: Value?
  /// The value before, with the option `old`.
  public let oldValue: Value?
}

/// An observation, which ends when it is released.
public final class NSKeyValueObservation: NSObject {
  private let subscription: AnyCancellable
  init(_ subscription: AnyCancellable) { self.subscription = subscription }
  /// Ends the observation.
  public func invalidate() { subscription.cancel() }
}

/// Observation of every property by its key path, which may be as long as `\.currentItem?.status`.
///
/// Changes during playback are reported on the main queue, and changes by the caller at once, on its
/// thread. Equal values are reported once. Values that lasted no time may be left out.
public protocol _KeyValueCodingAndObserving: _AVObservable {}

extension _KeyValueCodingAndObserving {
  /// Publishes the current value of a property, unless `options` lacks `initial`, and each new one.
  ///
  /// It retains the object and never completes. Source: Apple's `NSObject.KeyValueObservingPublisher`.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> AnyPublisher<Value, Never> {
    changes.map { self[keyPath: keyPath] }
      .removeDuplicates(by: isSame)
      .dropFirst(options.contains(.initial) ? 0 : 1)
      .eraseToAnyPublisher()
  }

  /// Calls a closure when a property has changed, and with the option `initial` at once. Does not retain the object.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let values = changes.compactMap { [weak self] in self.map { $0[keyPath: keyPath] } }
      .removeDuplicates(by: isSame)
      .scan((Value?.none, Value?.none)) { ($0.1, $1) }
    return NSKeyValueObservation(
      values.dropFirst(options.contains(.initial) ? 0 : 1).sink { [weak self] old, new in
        guard let self else { return }
        changeHandler(
          self,
          NSKeyValueObservedChange(
            newValue: options.contains(.new) ? new : nil,
            oldValue: options.contains(.old) ? old : nil))
      })
  }
}

private func isSame<Value>(_ one: Value, _ other: Value) -> Bool {
  // The nil of an optional is no Equatable.
  guard let one = one as? any Equatable else { return (other as? any Equatable) == nil }
  func equals<Part: Equatable>(_ one: Part) -> Bool { other as? Part == one }
  return equals(one)
}
