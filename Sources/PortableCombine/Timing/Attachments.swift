/// What a timed operator holds of others: to be cancelled or let go of once the lock is released.
@usableFromInline
struct Attachments {
  /// Tells the subscriber of its subscription; nil once that is done.
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

/// The state of a timed operator, which has one upstream, under a junction's lock.
@usableFromInline
protocol TimedInputs {
  init()
  var attachments: Attachments { get set }
}

extension TimedInputs {
  /// Takes everything out, to be cancelled and released after the lock.
  @inlinable
  mutating func takeAll() -> Self {
    var all = Self()
    swap(&all, &self)
    return all
  }
}

/// The state of a timed operator that asks for everything, and counts its own demand.
@usableFromInline
protocol CountedInputs: TimedInputs {
  var demand: Subscribers.Demand { get set }
}
