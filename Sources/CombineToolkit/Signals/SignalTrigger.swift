import PortableCombine

/// A sender of signals. Any code with a copy of it can activate all signals for a key.
///
/// All copies share one sender. A key may have any hashable type, and keys of different types may be mixed. Two keys
/// are equal if their types and values are equal: `1` and `1.0` are different keys, and so are keys with equal hashes
/// and different values. A trigger may be used from any thread.
///
/// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
public struct SignalTrigger {
  /// An integer that identifies a signal, the simplest kind of key.
  public typealias Index = Int

  /// A publisher of a trigger's activations. It never completes, and drops activations without demand.
  public typealias Signal = AnyPublisher<Void, Never>

  private struct Key: Equatable {
    let type: ObjectIdentifier
    let value: AnyHashable

    init<T: Hashable>(_ key: T) {
      value = AnyHashable(key)
      // `AnyHashable` treats numbers of different types as equal, so the type is compared too. For
      // a key that is an `AnyHashable` already, the type of its content counts.
      type = ObjectIdentifier(T.self == AnyHashable.self ? Swift.type(of: value.base) : T.self)
    }
  }

  private let sender = PassthroughSubject<Key, Never>()

  /// Creates a trigger without signals.
  public init() {}

  /// Returns a signal that is sent each time the trigger is activated for `index`.
  ///
  /// - Parameter index: The integer key.
  /// - Returns: A publisher that never finishes or fails.
  public func signal(activatedBy index: Index) -> Signal { signal(of: Key(index)) }

  /// Activates the signals for `index` once each, on the calling thread.
  ///
  /// - Parameter index: The integer key.
  public func activate(for index: Index) { sender.send(Key(index)) }

  /// Returns a signal that is sent each time the trigger is activated for a key equal to `key`.
  ///
  /// - Parameter key: The key.
  /// - Returns: A publisher that never finishes or fails.
  public func signal<T>(activatedBy key: T) -> Signal where T: Hashable { signal(of: Key(key)) }

  private func signal(of key: Key) -> Signal {
    sender.filter { $0 == key }.map { _ in }.eraseToAnyPublisher()
  }

  /// Activates the signals for keys equal to `key` once each, on the calling thread.
  ///
  /// - Parameter key: The key.
  public func activate<T>(for key: T) where T: Hashable {
    sender.send(Key(key))
  }
}

/// A trigger can be used from any thread, and so can its signals.
///
/// Unchecked because keys need not be Sendable: they are compared on the thread that activates, and must not change.
extension SignalTrigger: @unchecked Sendable {}
