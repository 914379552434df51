import Audio
import Media
import Timekeeping

/// Stretches sound to the rate of playback. At rates that are not heard the result is silence of the
/// right length.
struct SoundStretch {
  private var stretch: TimeStretch
  private var rate: Rate
  /// The number of frames added, and the number until the stretcher was last reset.
  private var count: Int64 = 0
  private var origin: Int64 = 0
  /// The silence since the rate has not been heard: where it began, and its frames in the output.
  private var silence: (start: Int64, frameCount: Int64)?

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

  /// Adds frames. Appends the frames that can be heard now, and returns their pieces.
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
    if silence == nil {
      stretch.finish(into: &output, pieces: &pieces)
      silence = (count, 0)
    }
    return pieces.map(placed) + beSilent(until: count + added, into: &output)
  }

  /// Appends all frames that are left, and returns their pieces.
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
    guard var silence else { return [] }
    if silence.frameCount > 0, rate != silentRate { silence = (count, 0) }
    silentRate = rate
    let product = Int128(end - silence.start) * Int128(rate.denominator)
    let total = Int64(clamping: product / Int128(max(rate.numerator, 1)))
    let added = Int(clamping: total - silence.frameCount)
    defer { self.silence = (silence.start, total) }
    guard added > 0 else { return [] }
    output.append(contentsOf: repeatElement(0, count: added * stretch.format.channelCount))
    return [
      TimeStretch.Piece(
        frameCount: Int64(added), inputStart: silence.start, rate: rate,
        framesBefore: silence.frameCount)
    ]
  }

  /// The rate of the silence.
  private var silentRate = Rate.normal
}
