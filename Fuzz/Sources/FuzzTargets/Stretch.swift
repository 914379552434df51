@testable import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Stretches samples of any bits, at rates that change at any time, in parts of any lengths.
///
/// The first bytes choose the format. Then each byte is a choice: a new rate, more input, the end of
/// the media, or a reset. Checks that the pieces cover all input and output in order, that rate 1
/// changes no bit, and that the output does not depend on how the input is divided.
let stretchTarget = FuzzTarget(name: "stretch") { bytes in
  let choices = Choices(bytes)
  let rates = [8_000, 44_100, 192_000, 1, 99, 1_000, 11_025]
  let format = AudioFormat(
    sampleRate: rates[choices.next(below: rates.count)], channelCount: 1 + choices.next(below: 9))
  var schedule = StretchSchedule(format: format, choices: choices)
  schedule.play()
}

private struct StretchSchedule {
  let format: AudioFormat
  let choices: Choices
  private var stretch: TimeStretch
  /// Receives the same input in parts.
  private var divided: TimeStretch
  private var input: [Float] = []
  private var output: [Float] = []
  private var pieces: [TimeStretch.Piece] = []
  private var dividedOutput: [Float] = []
  private var dividedPieces: [TimeStretch.Piece] = []

  init(format: AudioFormat, choices: Choices) {
    self.format = format
    self.choices = choices
    stretch = TimeStretch(format: format)
    divided = TimeStretch(format: format)
  }

  mutating func play() {
    var steps = 0
    while !choices.isEmpty, steps < 40 {
      steps += 1
      switch choices.next(below: 8) {
      case 0: setRate(.normal)
      case 1, 2: setRate(anyRate())
      case 3: finish()
      case 4:
        finish()
        checkAll()
        reset()
      default: add(samples())
      }
    }
    finish()
    checkAll()
  }

  private func anyRate() -> Rate {
    let denominator = Int32(1 + choices.next(below: 256) * choices.next(below: 256) * 30)
    let part = Int64(choices.next(below: 256))
    let numerator = (Int64(denominator) + 1) / 2 + Int64(denominator) * 5 * part / 2 / 255
    let rate = Rate(Int32(numerator), denominator)
    return min(max(rate, TimeStretch.rates.lowerBound), TimeStretch.rates.upperBound)
  }

  private func samples() -> [Float] {
    let sampleCount = choices.next(below: 256) * choices.next(below: 32)
    let kind = choices.next(below: 4)
    var bits = UInt32(choices.next(below: 256)) &* 0x9e37_79b9
    return (0..<sampleCount * format.channelCount).map { index in
      bits = bits &* 1_664_525 &+ 1_013_904_223
      switch kind {
      case 0: return Float(bitPattern: bits)
      case 1: return Float(Int32(bitPattern: bits)) / 0x1p31
      case 2: return Float((index / format.channelCount) % (1 + Int(bits >> 31) + 50)) / 50
      default: return 0
      }
    }
  }

  private mutating func setRate(_ rate: Rate) {
    stretch.setRate(rate)
    divided.setRate(rate)
  }

  private mutating func add(_ samples: [Float]) {
    input += samples
    samples.withUnsafeBufferPointer { stretch.stretch($0, into: &output, pieces: &pieces) }
    var rest = samples[...]
    repeat {
      let sampleCount = 1 + choices.next(below: 256) * 4
      let part = rest.prefix(sampleCount * format.channelCount)
      rest = rest.dropFirst(part.count)
      part.withUnsafeBufferPointer {
        divided.stretch($0, into: &dividedOutput, pieces: &dividedPieces)
      }
    } while !rest.isEmpty
  }

  private mutating func finish() {
    stretch.finish(into: &output, pieces: &pieces)
    divided.finish(into: &dividedOutput, pieces: &dividedPieces)
  }

  private mutating func reset() {
    stretch.reset()
    divided.reset()
    (input, output, pieces, dividedOutput, dividedPieces) = ([], [], [], [], [])
  }

  private func checkAll() {
    check(pieces == dividedPieces, "The pieces depend on the division of the input.")
    check(
      output.map(\.bitPattern) == dividedOutput.map(\.bitPattern),
      "The output depends on the division of the input.")
    let channelCount = format.channelCount
    var outputSample: Int64 = 0
    var end = 0.0
    for piece in pieces {
      let start = Double(piece.inputStart) + Double(piece.samplesBefore) * piece.rate.doubleValue
      check(piece.sampleCount > 0 && TimeStretch.rates.contains(piece.rate), "\(piece)")
      check(start > end - 1e-6 && start < end + 1, "\(piece) after \(end)")
      end = start + Double(piece.sampleCount) * piece.rate.doubleValue
      outputSample += piece.sampleCount
    }
    check(outputSample == Int64(output.count / channelCount), "Output without a piece.")
    check(Int(end.rounded()) == input.count / channelCount, "Input without a piece.")
    if let last = pieces.last, last.rate == .normal {
      let count = Int(last.sampleCount) * channelCount
      check(
        output.suffix(count).map(\.bitPattern) == input.suffix(count).map(\.bitPattern),
        "Rate 1 changes the input.")
    }
  }
}
