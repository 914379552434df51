import PlayheadTimekeeping

extension FrameRate {
  /// The frame rates of film and television (SMPTE ST 12-1, ST 12-3, ST 2036-1).
  // Multiples of 25 have no 1000/1001 variant.
  public static let standard: [FrameRate] = [24, 25, 30, 48, 50, 60, 100, 120].flatMap { whole in
    [whole % 25 == 0 ? nil : FrameRate(whole * 1_000, 1_001), FrameRate(whole, 1)]
      .compactMap(\.self)
  }

  /// Frames per second as a `Double`.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// Returns the nearest standard rate, or nil if it differs from this rate by more than
  /// `tolerance`.
  ///
  /// - Parameter tolerance: A fraction of this rate. 24 and 24000/1001 differ by 0.001.
  /// - Returns: The nearest rate of `FrameRate.standard`; nil if none is near enough.
  public func standard(within tolerance: Double) -> FrameRate? {
    FrameRate.standard
      .map { (rate: $0, distance: abs($0.framesPerSecond / framesPerSecond - 1)) }
      .min { $0.distance < $1.distance }
      .flatMap { $0.distance <= tolerance ? $0.rate : nil }
  }

  /// Returns the rate times a fraction; nil if it does not fit.
  package func multiplied(by numerator: Int, _ denominator: Int) -> FrameRate? {
    guard
      let frame = Timebase(
        reducing: Int64(self.denominator) * Int64(denominator),
        Int64(self.numerator) * Int64(numerator))
    else { return nil }
    return FrameRate(frame.denominator, frame.numerator)
  }

  /// Returns whether one of two rates is 1000/1001 of the other, so that they are often confused.
  ///
  /// - Parameter other: The rate to compare with.
  /// - Returns: Whether the rates differ by the factor 1000/1001.
  public func isConfusable(with other: FrameRate) -> Bool {
    let ratio = framesPerSecond / other.framesPerSecond
    return [1.001, 1 / 1.001].contains { abs(ratio / $0 - 1) < 1e-6 }
  }
}
