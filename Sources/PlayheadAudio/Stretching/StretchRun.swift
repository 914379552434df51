import PlayheadTimekeeping

/// Output during which the position in the input advances at one rate.
struct StretchRun: Sendable {
  /// The input sample that the first output sample corresponds to.
  let inputStart: Int64
  /// Input samples per output sample.
  let rate: Rate
  /// The number of its output samples until now.
  private(set) var sampleCount: Int64 = 0

  init(inputStart: Int64, rate: Rate) {
    self.inputStart = inputStart
    self.rate = rate
  }

  /// The input sample that the next output sample corresponds to, rounded up.
  var position: Int64 { position(after: 0) }

  /// Returns the input sample that an output sample corresponds to, rounded up.
  ///
  /// - Parameter count: The number of further output samples before that sample.
  func position(after count: Int64) -> Int64 {
    let product = Int128(sampleCount + count) * Int128(rate.numerator)
    return inputStart + Int64(product.divided(by: Int128(rate.denominator), rounding: .up))
  }

  /// Adds output samples to the run, and appends them to `pieces` or extends the last piece.
  mutating func add(_ count: Int64, to pieces: inout [TimeStretch.Piece]) {
    let piece = TimeStretch.Piece(
      sampleCount: count, inputStart: inputStart, rate: rate, samplesBefore: sampleCount)
    sampleCount += count
    if pieces.isEmpty || !pieces[pieces.count - 1].extend(with: piece) { pieces.append(piece) }
  }
}
