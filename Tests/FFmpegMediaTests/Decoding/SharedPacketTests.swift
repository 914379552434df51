import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Packets that two decoders receive.
@Suite struct SharedPacketTests {
  /// Returns the first audio track's frames from two decoders; the second receives shared packets.
  private func decodeTwice(_ file: String) throws -> [[DecodedSound.Frame]] {
    let source = try #require(SampleMedia.open(file) as? any DecodingSource)
    let track = try #require(source.info.tracks.first { $0.kind == .audio })
    let decoders = try (0..<2).map { _ in try #require(source.makeDecoder(ofTrack: track.index)) }
    var frames: [[DecodedSound.Frame]] = [[], []]
    func receive() {
      for (index, decoder) in decoders.enumerated() {
        while let frame = decoder.receive() {
          frames[index].append(
            DecodedSound.Frame(
              ticks: frame.timing.presentationTicks, count: frame.timing.sampleCount ?? -1))
        }
      }
    }
    while try source.readPacket() != nil {
      guard let payload = source.takePayload() else { continue }
      let second = try #require(payload.shared())
      decoders[0].send(payload)
      decoders[1].send(second)
      receive()
    }
    for decoder in decoders { decoder.finish() }
    receive()
    return frames
  }

  /// MP3, Opus and AAC mark the encoder's priming beside the payload.
  @Test(arguments: ["mediafile-cbr.mp3", "mediafile.opus", "beepflash/bf.m4a", "beepflash/bf.flac"])
  func aSharedPacketDecodesToTheSameFrames(_ file: String) throws {
    let frames = try decodeTwice(file)
    #expect(frames[0].count > 20)
    #expect(frames[0] == frames[1])
  }

  @Test func aSharedPacketKeepsItsTimesWhenTheOtherIsRetimed() throws {
    let source = try #require(SampleMedia.open("beepflash/bf.flac") as? any DecodingSource)
    let decoder = try #require(source.makeDecoder(ofTrack: 0))
    let packet = try #require(try source.readPacket())
    let payload = try #require(source.takePayload())
    let shared = try #require(payload.shared())
    var timing = packet
    timing.presentationTicks = 48_000
    timing.decodeTicks = 48_000
    let retimed = payload.retimed(as: timing)
    decoder.send(shared)
    #expect(decoder.receive()?.timing.presentationTicks == packet.presentationTicks)
    decoder.send(retimed)
    #expect(decoder.receive()?.timing.presentationTicks == 48_000)
  }
}
