/// A publisher that makes another for each subscriber, when that comes.
///
/// Source of the rule: Apple's documentation of `Deferred`.
@frozen
public struct Deferred<DeferredPublisher>: Publisher where DeferredPublisher: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// What makes the publisher of one subscriber.
  public let createPublisher: () -> DeferredPublisher

  /// Makes a publisher that calls `createPublisher` for each subscriber.
  @inlinable
  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where S: Subscriber, DeferredPublisher.Failure == S.Failure, DeferredPublisher.Output == S.Input {
    createPublisher().subscribe(subscriber)
  }
}
