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

  /// Passes a new canary to `use`, and returns a function that returns whether it was released.
  package static func watched(_ use: (Canary) -> Void) -> () -> Bool {
    let canary = Canary()
    use(canary)
    return { [weak canary] in canary == nil }
  }
}
