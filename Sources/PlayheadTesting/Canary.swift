/// An object that reports its release. Capture it in a closure that must be released.
public final class Canary {
  /// Called when the object is released.
  public var onRelease: () -> Void = {}

  /// Creates a canary.
  public init() {}

  deinit { onRelease() }

  /// Uses the canary, so that a closure that calls this captures it. Always returns true.
  @discardableResult
  public func touch() -> Bool { true }
}
