/// The objects that a timed operator holds, to be cancelled or released after unlocking.
@usableFromInline
struct Attachments {
  /// Sends the subscription to the subscriber; nil after that.
  @usableFromInline var announce: ((any Subscription) -> Void)?
  @usableFromInline var upstream: (any Subscription)?
  @usableFromInline var timer: (any Cancellable)?

  @inlinable
  init() {}

  @inlinable
  func cancel() {
    timer?.cancel()
    upstream?.cancel()
  }
}

/// The state of a timed operator with one upstream, protected by a junction's lock.
@usableFromInline
protocol TimedInputs: JunctionInputs {
  init()
  var attachments: Attachments { get set }
}

extension TimedInputs {
  @inlinable
  mutating func removeAll() -> Self { exchange(&self, with: Self()) }

  @inlinable
  func cancel() { attachments.cancel() }
}

/// The state of a timed operator that requests unlimited values and counts the demand itself.
@usableFromInline
protocol CountedInputs: TimedInputs {
  var demand: Subscribers.Demand { get set }
}
