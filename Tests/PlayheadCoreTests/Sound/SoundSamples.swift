import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping

/// The packets of a sound, as decoded, without a player. At 1,000 Hz, a millisecond is a sample.
struct SoundSamples {
  let source: any DecodingSource
  let decoder: any MediaDecoder
  let track: MediaTrack

  init(milliseconds: Int = 1_000) throws {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount, track.startTicks) = (1_000, 1, 0)
    let media = FakeMedia(
      info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true),
      steps: FakeMedia.frames(0..<milliseconds / 20, frameTicks: 20))
    guard let source = try media.open(interruption: Interruption()) as? any DecodingSource,
      let decoder = source.makeDecoder(ofTrack: 0)
    else { throw MediaError(.open, of: "fake", reason: .unsupported) }
    (self.source, self.decoder, self.track) = (source, decoder, track)
  }

  func makeConverter() throws -> any AudioConverter {
    try decoder.makeAudioConverter(to: AudioFormat(sampleRate: 1_000, channelCount: 1))
  }

  /// Returns the next sound, and its position; nil at the end.
  func next() throws -> (sample: DecodedFrame, position: MediaTime)? {
    guard case .packet = try source.read(), let packet = source.takePayload() else { return nil }
    decoder.send(packet)
    return decoder.receive().map { sample in
      (sample, .milliseconds(sample.timing.presentationTicks ?? 0))
    }
  }
}
