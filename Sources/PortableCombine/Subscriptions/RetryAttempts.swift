/// How often a publisher that fails is subscribed to anew: pure state.
@frozen
@usableFromInline
struct RetryAttempts {
  @frozen
  @usableFromInline
  enum Decision {
    case subscribe, leaveToLoop, giveUp
  }

  @usableFromInline var remaining: Int?
  @usableFromInline var hasBegun = false
  @usableFromInline var isSubscribing = true
  @usableFromInline var isFailed = false

  @inlinable
  init(remaining: Int?) {
    self.remaining = remaining
  }

  /// Whether a subscription that comes is the first.
  @inlinable
  mutating func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// What to do about a failure.
  @inlinable
  mutating func fail() -> Decision {
    if let remaining {
      if remaining <= 0 { return .giveUp }
      self.remaining = remaining - 1
    }
    if isSubscribing {
      isFailed = true
      return .leaveToLoop
    }
    isSubscribing = true
    return .subscribe
  }

  /// Whether it failed while it was being subscribed to.
  @inlinable
  mutating func goesOn() -> Bool {
    isSubscribing = isFailed
    isFailed = false
    return isSubscribing
  }
}
