/// An object that tells when it is released: to be captured by what must let go of it.
public final class Canary {
  /// What is done when it is released.
  public var onRelease: () -> Void = {}

  public init() {}

  deinit { onRelease() }

  /// Uses the canary, so that what calls this holds it. Always true.
  @discardableResult
  public func touch() -> Bool { true }
}
