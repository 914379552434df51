import PlayheadMedia
import PlayheadTimekeeping

/// Plays sound faster or slower without a change of its pitch, and reports which input each output
/// sample corresponds to.
///
///     var stretch = TimeStretch(format: format)
///     stretch.setRate(1.5)
///     stretch.stretch(samples, into: &output, pieces: &pieces)
///
/// At rate 1 the output is the input, bit for bit. At other rates every 10 ms of output fade from
/// the sound that continues the output into sound near the nominal position, at the splice where the
/// two are most alike (WSOLA: waveform similarity overlap-add). The nominal position advances by
/// exactly the rate, and at the end of a fade the sound is at most 10 ms of output away from it.
///
/// Any samples are accepted; those that are not finite reach the output. The memory is bounded by
/// 100 ms of sound and the longest input of one call. A sequence of calls gives the same output
/// however the input is divided between them.
package struct TimeStretch: Sendable {
  /// The rates at which sound can be played.
  package static let rates: ClosedRange<Rate> = Rate(1, 2)...Rate(3, 1)

  /// The format of input and output.
  package let format: AudioFormat
  /// The rate of the sound that is not in the output yet.
  package private(set) var rate = Rate.normal

  /// The samples of an output step and of its fade.
  private let hop: Int64
  /// The weight of the new sound in each sample of a fade.
  private let weights: [Float]
  private var queue: SampleQueue
  private var search: SpliceSearch
  /// The run of the last output. At rate 1 its position is `next`.
  private var run = StretchRun(inputStart: 0, rate: .normal)
  /// The input sample that continues the output.
  private var next: Int64 = 0

  /// Creates a stretcher at rate 1.
  package init(format: AudioFormat) {
    self.format = format
    let hop = max(1, format.sampleRate / 100)
    self.hop = Int64(hop)
    weights = (0..<hop).map {
      let part = (Float($0) + 0.5) / Float(hop)
      return part * part * (3 - 2 * part)
    }
    queue = SampleQueue(channelCount: format.channelCount)
    search = SpliceSearch(channelCount: format.channelCount, sampleRate: format.sampleRate)
  }

  /// Changes the rate from the next output sample on.
  package mutating func setRate(_ rate: Rate) {
    precondition(Self.rates.contains(rate), "Sound cannot be played at rate \(rate)")
    self.rate = rate
  }

  /// Adds interleaved samples, and appends the output that is possible, and its pieces.
  package mutating func stretch(
    _ samples: UnsafeBufferPointer<Float>, into output: inout [Float], pieces: inout [Piece]
  ) {
    // A piece that continues the last one extends it; others are appended.
    precondition(
      samples.count.isMultiple(of: format.channelCount), "A sample has one value of each channel")
    queue.append(samples)
    while true {
      switch (run.rate, rate) {
      case (.normal, .normal):
        return copy(into: &output, pieces: &pieces)
      case (_, run.rate):
        guard appendHop(into: &output, pieces: &pieces) else { return }
      case (_, .normal):
        land(into: &output, pieces: &pieces)
      default:
        run = StretchRun(inputStart: run.position, rate: rate)
      }
    }
  }

  /// Appends the output for all input that was added, as at the end of the media; more may follow.
  package mutating func finish(into output: inout [Float], pieces: inout [Piece]) {
    // The last 30 to 50 ms of the input are played at rate 1.
    if run.rate != .normal { land(into: &output, pieces: &pieces) }
    copy(into: &output, pieces: &pieces)
  }

  /// Discards the input that is not in the output yet, as before a seek; the next input is sample 0.
  package mutating func reset() {
    queue.reset()
    next = 0
    run = StretchRun(inputStart: 0, rate: .normal)
  }

  /// Returns how many input samples the sound may be from its position at the end of a fade: 5 ms to 8 ms, by the rate.
  func reach(at rate: Rate) -> Int64 {
    // 5 ms at rate 1/2 are 10 ms of output. From rate 1.25 on it is 8 ms.
    let milliseconds = min(3 + 4 * rate.doubleValue, 8)
    return Int64(milliseconds * Double(format.sampleRate) / 1000)
  }

  /// Appends all input.
  private mutating func copy(into output: inout [Float], pieces: inout [Piece]) {
    let count = queue.end - next
    guard count > 0 else { return }
    queue.withRange(next..<queue.end) { output.append(contentsOf: $0) }
    next = queue.end
    queue.drop(before: next)
    run.add(count, to: &pieces)
  }

  /// Appends the next 10 ms at a rate other than 1, unless more input is necessary.
  private mutating func appendHop(into output: inout [Float], pieces: inout [Piece]) -> Bool {
    let center = sample(meetingPositionAfter: hop)
    let reach = reach(at: run.rate)
    guard center + reach + 2 * hop + 2 <= queue.end else { return false }
    // Earlier input is no longer there if the output before was at rate 1.
    let first = max(queue.start, center - reach)
    // Sound is heard until the next fade, and longer where it continues itself. A quarter of a hop
    // after the fade is the middle of that time.
    let preferred = sample(meetingPositionAfter: hop + hop / 4)
    fade(
      to: search.splice(
        in: queue, like: next, length: Int(hop), places: first...max(first, center + reach),
        middle: max(first, preferred)),
      into: &output)
    run.add(hop, to: &pieces)
    queue.drop(before: min(next, run.position, sample(meetingPositionAfter: hop)) - reach)
    return true
  }

  /// Returns the splice for the next hop from which sound is exactly in its position after a number of samples.
  private func sample(meetingPositionAfter count: Int64) -> Int64 {
    run.position(after: count) - count
  }

  /// Returns from another rate to rate 1: fades, in a separate run, to sound that continues unchanged.
  private mutating func land(into output: inout [Float], pieces: inout [Piece]) {
    // A hop has left enough input.
    let start = run.position
    if next != start {
      let reach = min(reach(at: run.rate), hop / 2)
      let first = max(queue.start, start - reach)
      let last = max(first, min(start + reach, queue.end - hop))
      fade(
        to: search.splice(
          in: queue, like: next, length: Int(hop), places: first...last,
          middle: min(max(first, start), last)),
        into: &output)
      run = StretchRun(inputStart: start, rate: Rate(Int32(next - start), Int32(hop)))
      run.add(hop, to: &pieces)
    }
    run = StretchRun(inputStart: next, rate: .normal)
  }

  /// Appends a fade from the sound at `next` to the sound at a splice.
  private mutating func fade(to splice: SpliceSearch.Splice, into output: inout [Float]) {
    let end = splice.sample + hop
    // Unrelated sounds add up to less power than equal ones, which is compensated.
    let likeness = splice.similarity > 0 ? min(splice.similarity, 1) : 0
    let channelCount = format.channelCount
    queue.withRange(splice.sample..<end) { new in
      if splice.sample == next { return output.append(contentsOf: new) }
      queue.withRange(next..<next + hop) { old in
        for (sample, weight) in weights.enumerated() {
          let rest = 1 - weight
          let power = weight * weight + rest * rest + 2 * weight * rest * likeness
          let (gain, oldGain) = (weight / power.squareRoot(), rest / power.squareRoot())
          for index in sample * channelCount..<(sample + 1) * channelCount {
            output.append(gain * new[index] + oldGain * old[index])
          }
        }
      }
    }
    next = end
  }
}

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

  /// Returns the input sample that corresponds to the output sample after `count` further ones, rounded up.
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
