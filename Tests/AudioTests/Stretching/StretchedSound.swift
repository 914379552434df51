import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Sound that was stretched, and what its samples correspond to.
struct StretchedSound {
  let format: AudioFormat
  private(set) var output: [Float] = []
  private(set) var pieces: [TimeStretch.Piece] = []
  private var stretch: TimeStretch

  init(format: AudioFormat) {
    self.format = format
    stretch = TimeStretch(format: format)
  }

  /// Stretches all of the input at one rate.
  init(_ input: [Float], format: AudioFormat, rate: Rate) {
    self.init(format: format)
    setRate(rate)
    add(input[...])
    finish()
  }

  var sampleCount: Int { output.count / format.channelCount }

  mutating func setRate(_ rate: Rate) { stretch.setRate(rate) }

  mutating func add(_ samples: ArraySlice<Float>) {
    samples.withUnsafeBufferPointer { stretch.stretch($0, into: &output, pieces: &pieces) }
  }

  mutating func finish() { stretch.finish(into: &output, pieces: &pieces) }

  /// Discards the output, and resets the stretcher.
  mutating func reset() {
    stretch.reset()
    output = []
    pieces = []
  }

  /// Returns the output sample that corresponds to an input sample.
  func outputSample(of inputSample: Double) -> Double? {
    var sample = 0.0
    for piece in pieces {
      if piece.end >= inputSample {
        return sample + (inputSample - piece.start) / piece.rate.doubleValue
      }
      sample += Double(piece.sampleCount)
    }
    return nil
  }
}

extension TimeStretch.Piece {
  /// The input sample that the first output sample corresponds to.
  var start: Double { Double(inputStart) + Double(samplesBefore) * rate.doubleValue }
  /// The input sample that the output after the last sample corresponds to.
  var end: Double { start + Double(sampleCount) * rate.doubleValue }
}
