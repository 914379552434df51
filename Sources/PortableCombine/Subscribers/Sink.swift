extension Subscribers {
  /// A subscriber that requests unlimited values and passes each to a closure.
  ///
  /// Completion and cancellation release both closures and the subscription.
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

    /// Creates a subscriber that calls the two closures.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called with the completion.
    ///   - receiveValue: Called with each value.
    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      tether = Tether(Closures(value: receiveValue, completion: receiveCompletion))
    }

    /// The closure for values; it does nothing after completion or cancellation.
    public var receiveValue: (Input) -> Void {
      var closure: ((Input) -> Void)?
      tether.use(as: Closures.self) { closure = $0.value }
      return closure ?? { _ in }
    }

    /// The closure for the completion; it does nothing after completion or cancellation.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      var closure: ((Subscribers.Completion<Failure>) -> Void)?
      tether.use(as: Closures.self) { closure = $0.completion }
      return closure ?? { _ in }
    }

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
      // Released before the closure runs, so that a second completion, or a value sent from inside
      // the closure, has no effect.
      tether.use(as: Closures.self) {
        _ = tether.release()
        $0.completion(completion)
      }
    }

    @inlinable
    public func cancel() {
      tether.release().cancel()
    }
  }
}

extension Subscribers.Sink: CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Passes values and completion to closures, until the returned cancellable is released.
  ///
  /// Requests unlimited values.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called with the completion.
  ///   - receiveValue: Called with each value.
  /// - Returns: A cancellable that ends the subscription when it is cancelled or released.
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
  /// Passes values to a closure, until the returned cancellable is released.
  ///
  /// Requests unlimited values.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: A cancellable that ends the subscription when it is cancelled or released.
  @inlinable
  public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
