import PlayheadTimecode
import PlayheadTimekeeping

/// Linear timecode of a playhead: a frame for each mark that it reaches, without a gap while it moves.
///
/// After it was moved there is silence until the next frame begins. When it is moved while it stands, there is
/// a single frame.
struct LTCStream {
  /// The number of marks in a frame.
  static let partsPerFrame: Int32 = 1

  private let counter: TimecodeCounter
  private let userBits: UInt32
  private let sound: LTCSound
  /// Whether the playhead moves; nil before the first event.
  private var isMoving: Bool?
  /// Whether the frame of a mark was made.
  private var hasFrames = false
  /// The position from which there is silence until the next frame.
  private var silence: MediaTime?

  init(_ counter: TimecodeCounter, userBits: UInt32) throws(TimecodeFailure) {
    (self.counter, self.userBits) = (counter, userBits)
    sound = try LTCSound(counter.rate)
  }

  /// Returns the samples of an event; nil if there are none.
  mutating func samples(for event: TimecodeEvent) -> [UInt8]? {
    var samples: [UInt8] = []
    switch event.kind {
    case .changed(.moved):
      silence = event.position
      isMoving = true
    case .changed(.started):
      if !hasFrames { silence = event.position }
      isMoving = true
    case .changed(.stopped):
      let isStep = isMoving == false
      isMoving = false
      guard isStep else { return nil }
      let timecode = counter.timecode(at: event.position)
      sound.append(LTCFrame(timecode, userBits: userBits), at: .normal, to: &samples)
    case .passed(let mark):
      if let start = silence.take() { appendSilence(from: start, to: mark, event.rate, &samples) }
      let timecode = counter.timecode(ofFrame: mark)
      sound.append(LTCFrame(timecode, userBits: userBits), at: event.rate, to: &samples)
      hasFrames = true
    }
    return samples.isEmpty ? nil : samples
  }

  private func appendSilence(
    from start: MediaTime, to mark: Int64, _ rate: Rate, _ samples: inout [UInt8]
  ) {
    let frame = counter.step(partsPerFrame: Self.partsPerFrame)
    guard let wait = frame.multiplied(by: mark)?.subtracting(start), wait > .zero, wait <= frame
    else { return }
    let sample = MediaTime(ticks: 1, timebase: Timebase(1, Int32(LTCSound.sampleRate)))
    let rate = max(rate, Rate.playable.lowerBound)
    let atRate = Int128(wait.wholeMultiples(of: sample)) * Int128(rate.denominator)
    samples += [UInt8](repeating: 0, count: 2 * Int(clamping: atRate / Int128(rate.numerator)))
  }
}
