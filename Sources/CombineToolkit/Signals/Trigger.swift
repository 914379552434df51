import PortableCombine

/// A sender of signals: whoever holds it activates, for a key, all signals that wait for that key.
///
/// Copies share the sender. A key is anything hashable, keys of several types may be mixed, and a
/// key is its type and its value: `1` and `1.0` are two keys, and so are two whose hash is the
/// same. It may be used from any thread.
///
/// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
public struct Trigger {
  /// A number that stands for a signal, as the simplest key.
  public typealias Index = Int

  /// A publisher of a trigger's activations: it never ends, and drops those not asked for.
  public typealias Signal = AnyPublisher<Void, Never>

  private struct Key: Equatable {
    let type: ObjectIdentifier
    let value: AnyHashable

    init<T: Hashable>(_ key: T) {
      value = AnyHashable(key)
      // `AnyHashable` takes numbers of different types as equal, so the type is compared too; of a
      // key that comes as an `AnyHashable` it is what is inside that counts.
      type = ObjectIdentifier(T.self == AnyHashable.self ? Swift.type(of: value.base) : T.self)
    }
  }

  private let sender = PassthroughSubject<Key, Never>()

  /// Makes a trigger without signals.
  public init() {}

  /// A signal that comes each time the trigger is activated for `index`.
  public func signal(activatedBy index: Index) -> Signal { signal(of: Key(index)) }

  /// Activates the signals made for `index`, once each, on this thread.
  public func activate(for index: Index) { sender.send(Key(index)) }

  /// A signal that comes each time the trigger is activated for a key equal to `key`.
  public func signal<T>(activatedBy key: T) -> Signal where T: Hashable { signal(of: Key(key)) }

  private func signal(of key: Key) -> Signal {
    sender.filter { $0 == key }.map { _ in }.eraseToAnyPublisher()
  }

  /// Activates the signals made for a key equal to `key`, once each, on this thread.
  public func activate<T>(for key: T) where T: Hashable {
    sender.send(Key(key))
  }
}
