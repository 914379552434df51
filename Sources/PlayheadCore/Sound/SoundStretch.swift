import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Stretches sound to the rate of playback. At rates that are not heard the result is silence of the right length.
struct SoundStretch {
  private struct Silence {
    var rate: Rate
    /// The first sample added that is not heard.
    var start: Int64
    /// The number of samples in the output.
    var sampleCount: Int64 = 0
  }

  private var stretch: TimeStretch
  private(set) var rate: Rate
  /// The number of samples added, and the number until the stretcher was last reset.
  private var count: Int64 = 0
  private var origin: Int64 = 0
  /// The silence at the current rate; nil if the rate is heard.
  private var silence: Silence?

  init(format: AudioFormat, rate: Rate) {
    stretch = TimeStretch(format: format)
    self.rate = .normal
    setRate(rate)
  }

  mutating func setRate(_ rate: Rate) {
    self.rate = rate
    if TimeStretch.rates.contains(rate) { stretch.setRate(rate) }
  }

  mutating func reset() {
    stretch.reset()
    (count, origin, silence) = (0, 0, nil)
  }

  /// Adds samples. Appends the samples that can be heard now, and returns their pieces.
  mutating func add(
    _ samples: UnsafeBufferPointer<Float>, into output: inout [Float]
  ) -> [TimeStretch.Piece] {
    var pieces: [TimeStretch.Piece] = []
    let added = Int64(samples.count / stretch.format.channelCount)
    defer { count += added }
    if TimeStretch.rates.contains(rate) {
      if silence.take() != nil { restart() }
      stretch.stretch(samples, into: &output, pieces: &pieces)
      return pieces.map(placed)
    }
    if silence == nil { stretch.finish(into: &output, pieces: &pieces) }
    if silence?.rate != rate { silence = Silence(rate: rate, start: count) }
    return pieces.map(placed) + beSilent(until: count + added, into: &output)
  }

  /// Appends the remaining samples, and returns their pieces.
  mutating func finish(into output: inout [Float]) -> [TimeStretch.Piece] {
    if silence.take() != nil {
      restart()
      return []
    }
    var pieces: [TimeStretch.Piece] = []
    stretch.finish(into: &output, pieces: &pieces)
    let placed = pieces.map(placed)
    restart()
    return placed
  }

  private mutating func restart() {
    stretch.reset()
    if TimeStretch.rates.contains(rate) { stretch.setRate(rate) }
    origin = count
  }

  private func placed(_ piece: TimeStretch.Piece) -> TimeStretch.Piece {
    var piece = piece
    piece.inputStart += origin
    return piece
  }

  private mutating func beSilent(
    until end: Int64, into output: inout [Float]
  ) -> [TimeStretch.Piece] {
    guard let silence else { return [] }
    let product = Int128(end - silence.start) * Int128(rate.denominator)
    let total = Int64(clamping: product / Int128(max(rate.numerator, 1)))
    let added = total - silence.sampleCount
    guard added > 0 else { return [] }
    self.silence?.sampleCount = total
    output.append(contentsOf: repeatElement(0, count: Int(added) * stretch.format.channelCount))
    return [
      TimeStretch.Piece(
        sampleCount: added, inputStart: silence.start, rate: rate,
        samplesBefore: silence.sampleCount)
    ]
  }
}
