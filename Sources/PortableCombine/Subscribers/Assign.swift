extension Subscribers {
  /// A subscriber that requests unlimited values and assigns each to a property of an object.
  ///
  /// It retains the object until completion or cancellation.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
    /// The publisher never fails.
    public typealias Failure = Never

    @usableFromInline let tether: Tether
    /// The key path of the property.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    /// Creates a subscriber that assigns values to a property of `object`.
    ///
    /// - Parameters:
    ///   - object: The object with the property.
    ///   - keyPath: The key path of the property.
    @inlinable
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      tether = Tether(HeldValue(object))
      self.keyPath = keyPath
    }

    /// The object; nil after completion or cancellation.
    public var object: Root? {
      var object: Root?
      tether.use(as: HeldValue<Root>.self) { object = $0.value }
      return object
    }

    /// The name of this type and the type of the object.
    public var description: String { "Assign \(Root.self)" }

    @inlinable
    public func receive(subscription: any Subscription) {
      if tether.attach(subscription) { subscription.request(.unlimited) }
    }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
      tether.use(as: HeldValue<Root>.self) { $0.value[keyPath: keyPath] = value }
      return .none
    }

    @inlinable
    public func receive(completion: Subscribers.Completion<Never>) {
      _ = tether.release()
    }

    @inlinable
    public func cancel() {
      tether.release().cancel()
    }
  }
}

extension Subscribers.Assign: CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// A mirror with the object, the property and the subscription.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "object": object as Any, "keyPath": keyPath,
        "status": tether.isOver ? "terminal" : tether.subscription,
      ])
  }

  public var playgroundDescription: Any { description }
}

extension Publisher where Failure == Never {
  /// Assigns each value to a property of `object`, until the returned cancellable is released.
  ///
  /// Requests unlimited values, and retains the object.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - object: The object with the property.
  /// - Returns: A cancellable that ends the assignment when it is cancelled or released.
  @inlinable
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }
}
