import Audio
import Media
import Timekeeping

/// Sound that was stretched, and what its frames correspond to.
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

  var frameCount: Int { output.count / format.channelCount }

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

  /// Returns the output frame that corresponds to an input frame.
  func outputFrame(of inputFrame: Double) -> Double? {
    var frame = 0.0
    for piece in pieces {
      if piece.end >= inputFrame {
        return frame + (inputFrame - piece.start) / piece.rate.doubleValue
      }
      frame += Double(piece.frameCount)
    }
    return nil
  }
}

extension TimeStretch.Piece {
  /// The input frame that the first output frame corresponds to.
  var start: Double { Double(inputStart) + Double(framesBefore) * rate.doubleValue }
  /// The input frame that the output after the last frame corresponds to.
  var end: Double { start + Double(frameCount) * rate.doubleValue }
}
