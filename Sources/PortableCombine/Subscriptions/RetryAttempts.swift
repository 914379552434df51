/// The pure state machine of the attempts to subscribe to a publisher that fails.
@frozen
@usableFromInline
struct RetryAttempts {
  @frozen
  @usableFromInline
  enum Decision {
    case subscribe, leaveToLoop, stop
  }

  @usableFromInline var remaining: Int?
  @usableFromInline var hasBegun = false
  @usableFromInline var isSubscribing = true
  @usableFromInline var isFailed = false

  /// Creates the attempts; without a limit if `remaining` is nil or negative.
  @inlinable
  init(remaining: Int?) {
    self.remaining = remaining.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Records a subscription. Returns whether it is the first.
  @inlinable
  mutating func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// Decides whether to subscribe again after a failure.
  @inlinable
  mutating func fail() -> Decision {
    if let remaining {
      if remaining <= 0 { return .stop }
      self.remaining = remaining - 1
    }
    if isSubscribing {
      isFailed = true
      return .leaveToLoop
    }
    isSubscribing = true
    return .subscribe
  }

  /// Ends the subscribing; returns whether the publisher failed during it, so that the loop continues.
  @inlinable
  mutating func endSubscribing() -> Bool {
    isSubscribing = isFailed
    isFailed = false
    return isSubscribing
  }
}
