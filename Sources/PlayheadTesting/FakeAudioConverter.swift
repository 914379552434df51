import PlayheadMedia

/// Converts the sound of a `FakeMedia`, so that each value still encodes the sample of the media that
/// it came from.
///
/// At another sample rate samples are repeated or left out: output sample k has the media's sample at
/// the same time, rounded down. Further channels are copies of the last one.
final class FakeAudioConverter: AudioConverter {
  let format: AudioFormat
  let delay = 0

  init(to format: AudioFormat) {
    self.format = format
  }

  func convert(_ frame: DecodedFrame, into samples: inout [Float]) throws(MediaError) {
    guard let sound = frame.content as? FakeSound,
      case .audio(let rate, _, _) = sound.format, rate > 0
    else { throw MediaError(.decode, of: "fake", reason: .unsupported) }
    /// Returns the first output sample at or after a sample of the media.
    func output(_ number: Int64) -> Int64 {
      let product = number * Int64(format.sampleRate)
      return (product + Int64(rate) - 1) / Int64(rate)
    }
    for number in output(sound.samples.lowerBound)..<output(sound.samples.upperBound) {
      let sample = number * Int64(rate) / Int64(format.sampleRate)
      let value = FakeSound.value(ofSample: sample)
      for _ in 0..<format.channelCount { samples.append(value) }
    }
  }

  func finish(into samples: inout [Float]) {}

  func reset() {}
}
