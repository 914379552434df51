import Timekeeping

/// Output during which the position in the input advances at one rate.
struct StretchRun: Sendable {
  /// The input frame that the first output frame corresponds to.
  let inputStart: Int64
  /// Input frames per output frame.
  let rate: Rate
  /// The number of its output frames until now.
  private(set) var frameCount: Int64 = 0

  init(inputStart: Int64, rate: Rate) {
    self.inputStart = inputStart
    self.rate = rate
  }

  /// The input frame that the next output frame corresponds to, rounded up.
  var position: Int64 { position(after: 0) }

  /// Returns the input frame that an output frame corresponds to, rounded up.
  ///
  /// - Parameter count: The number of further output frames before that frame.
  func position(after count: Int64) -> Int64 {
    let product = Int128(frameCount + count) * Int128(rate.numerator)
    let denominator = Int128(rate.denominator)
    return inputStart + Int64((product + denominator - 1) / denominator)
  }

  /// Adds output frames to the run, and appends them to `pieces` or extends the last piece.
  mutating func add(_ count: Int64, to pieces: inout [TimeStretch.Piece]) {
    let piece = TimeStretch.Piece(
      frameCount: count, inputStart: inputStart, rate: rate, framesBefore: frameCount)
    frameCount += count
    if pieces.isEmpty || !pieces[pieces.count - 1].extend(with: piece) { pieces.append(piece) }
  }
}
