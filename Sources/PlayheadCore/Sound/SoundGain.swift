/// Applies the volume. A change is spread over a few samples, so that it does not click.
struct SoundGain {
  /// The part of the distance to a new volume that each value covers.
  private static let step: Float = 0.005

  private var gain: Float?
  private var scaled: [Float] = []

  /// Calls a closure with the samples at a volume: unchanged at 1, silence at 0.
  mutating func apply<Result>(
    _ volume: Float, to samples: UnsafeBufferPointer<Float>,
    _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    var gain = gain ?? volume
    defer { self.gain = gain }
    if gain == volume, volume == 1 { return body(samples) }
    scaled.removeAll(keepingCapacity: true)
    for sample in samples {
      if gain != volume {
        gain += (volume - gain) * Self.step
        if abs(volume - gain) < 0.001 { gain = volume }
      }
      scaled.append(sample * gain)
    }
    return scaled.withUnsafeBufferPointer(body)
  }
}
