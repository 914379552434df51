extension Subscribers {
  /// A subscriber that asks for unlimited values and hands each to a closure.
  ///
  /// Completion and cancellation release both closures and the subscription.
  ///
  /// Source of the rule: Apple's documentation of `Subscribers.Sink`.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    @usableFromInline
    final class Closures {
      @usableFromInline let value: (Input) -> Void
      @usableFromInline let completion: (Completion<Failure>) -> Void

      @inlinable
      init(value: @escaping (Input) -> Void, completion: @escaping (Completion<Failure>) -> Void) {
        self.value = value
        self.completion = completion
      }
    }

    @usableFromInline let tether: Tether

    /// Makes a sink of the two closures.
    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      tether = Tether(Closures(value: receiveValue, completion: receiveCompletion))
    }

    /// What is done with a value; nothing once it is over.
    public var receiveValue: (Input) -> Void {
      var closure: ((Input) -> Void)?
      tether.use(as: Closures.self) { closure = $0.value }
      return closure ?? { _ in }
    }

    /// What is done with the completion; nothing once it is over.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      var closure: ((Subscribers.Completion<Failure>) -> Void)?
      tether.use(as: Closures.self) { closure = $0.completion }
      return closure ?? { _ in }
    }

    /// The name of the type.
    public var description: String { "Sink" }

    @inlinable
    public func receive(subscription: any Subscription) {
      if tether.attach(subscription) { subscription.request(.unlimited) }
    }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
      tether.use(as: Closures.self) { $0.value(value) }
      return .none
    }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
      // Let go of inside the use: a second completion finds nothing, and so does a value that the
      // closure sends.
      tether.use(as: Closures.self) {
        _ = tether.letGo()
        $0.completion(completion)
      }
    }

    @inlinable
    public func cancel() {
      tether.letGo().cancel()
    }
  }
}

extension Subscribers.Sink: CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  /// The description.
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Hands values and completion to closures, asking for unlimited values, until the returned
  /// cancellable is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping ((Subscribers.Completion<Failure>) -> Void),
    receiveValue: @escaping ((Output) -> Void)
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Hands values to a closure, asking for unlimited values, until the returned cancellable is
  /// released.
  @inlinable
  public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
