import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// The sound of fake media, by which a test recognises the frames of the media.
@Suite struct FakeSoundTests {
  /// Two seconds of 20 ms packets.
  private func open(
    sampleRate: Int, channels: Int, failing error: MediaError? = nil
  ) throws -> any DecodingSource {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount) = (sampleRate, channels)
    let info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    let media = FakeMedia(
      info: info, steps: FakeMedia.frames(0..<100, frameTicks: 20), failingToConvertWith: error)
    return try #require(media.open(interruption: Interruption()) as? any DecodingSource)
  }

  private func samples(
    of source: any DecodingSource, as format: AudioFormat, skipping skippedCount: UInt32 = 0
  ) throws -> [Float] {
    let decoder = try #require(source.makeDecoder(ofTrack: 0))
    let converter = try decoder.makeAudioConverter(to: format)
    var samples: [Float] = []
    while case .packet(var packet) = try source.read() {
      if packet.presentationTicks == 0 { packet.skippedSamples = skippedCount }
      decoder.send(try #require(source.takePayload()).retimed(as: packet))
      while let frame = decoder.receive() {
        let ticks = try #require(frame.timing.presentationTicks)
        let first = Int64(samples.count / format.channelCount) + Int64(skippedCount)
        #expect(ticks == first * 1_000 / Int64(format.sampleRate))
        try converter.convert(frame, into: &samples)
      }
    }
    return samples
  }

  @Test func eachSampleEncodesTheNumberOfItsFrame() throws {
    let samples = try samples(
      of: open(sampleRate: 48_000, channels: 2),
      as: AudioFormat(sampleRate: 48_000, channelCount: 2))
    #expect(samples.map(FakeSound.sample(ofValue:)) == (0..<96_000).flatMap { [$0, $0] })
    #expect(samples.allSatisfy { (0...1).contains($0) })
  }

  @Test func atAnotherRateASampleStillEncodesTheFrameOfTheMedia() throws {
    let samples = try samples(
      of: open(sampleRate: 48_000, channels: 1),
      as: AudioFormat(sampleRate: 16_000, channelCount: 1))
    #expect(samples.map(FakeSound.sample(ofValue:)) == (0..<32_000).map { $0 * 3 })
  }

  @Test func skippedSamplesAreNotHeard() throws {
    let samples = try samples(
      of: open(sampleRate: 48_000, channels: 1),
      as: AudioFormat(sampleRate: 48_000, channelCount: 1), skipping: 1_200)
    #expect(samples.map(FakeSound.sample(ofValue:)) == (1_200..<96_000).map { $0 })
  }

  @Test func silenceIsNoFrame() {
    #expect(FakeSound.sample(ofValue: 0) == nil)
    #expect(FakeSound.sample(ofValue: FakeSound.value(ofSample: 0)) == 0)
    #expect(FakeSound.sample(ofValue: FakeSound.value(ofSample: 16_777_214)) == 16_777_214)
  }

  @Test func aConverterCanBeMadeToFail() throws {
    let error = MediaError(.decode, of: "fake", reason: .unsupported)
    let source = try open(sampleRate: 48_000, channels: 2, failing: error)
    let decoder = try #require(source.makeDecoder(ofTrack: 0))
    #expect(throws: error) {
      try decoder.makeAudioConverter(to: AudioFormat(sampleRate: 48_000, channelCount: 2))
    }
  }
}
