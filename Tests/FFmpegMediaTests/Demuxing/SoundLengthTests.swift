import CPlayheadFFmpeg
import Foundation
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Sound whose packets say how long they last, while libavformat computes that from a bit rate, or does not know it.
@Suite struct SoundLengthTests {
  private static func count(
    _ bytes: [UInt8], _ codec: AVCodecID, rate: Int32 = 48_000, channelCount: Int32 = 1,
    blockLength: Int32 = 0, extra: [UInt8] = []
  ) throws -> Int64? {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let found = try #require(parameters)
    found.pointee.codec_id = codec
    found.pointee.sample_rate = rate
    found.pointee.ch_layout.nb_channels = channelCount
    found.pointee.block_align = blockLength
    let memory = try #require(av_mallocz(extra.count + 64)).assumingMemoryBound(to: UInt8.self)
    for (index, byte) in extra.enumerated() { memory[index] = byte }
    (found.pointee.extradata, found.pointee.extradata_size) = (memory, Int32(extra.count))
    return bytes.withUnsafeBytes { SoundFrame.sampleCount($0, found) }
  }

  @Test func aPacketOfPCMWithAHeaderHasTheSamplesBehindIt() throws {
    let dvd: [(header: UInt8, count: Int64?)] = [
      (0x00, 120), (0x01, 60), (0x41, 48), (0x81, 40), (0x87, 10), (0xC0, nil),
    ]
    for (header, count) in dvd {
      let packet = [0, header, 0x80] + [UInt8](repeating: 0, count: 240)
      #expect(try Self.count(packet, AV_CODEC_ID_PCM_DVD) == count, "\(header)")
    }
    #expect(try Self.count([0, 0], AV_CODEC_ID_PCM_DVD) == nil)
    let broadcast: [(channels: UInt8, bits: UInt8, count: Int64?)] = [
      (0x00, 0x00, 48), (0x40, 0x00, 24), (0x00, 0x10, 40), (0xC0, 0x00, 12), (0x00, 0x30, nil),
    ]
    for (channels, bits, count) in broadcast {
      let packet = [0, 240, channels, bits] + [UInt8](repeating: 0, count: 240)
      #expect(try Self.count(packet, AV_CODEC_ID_S302M) == count, "\(channels) \(bits)")
    }
    #expect(try Self.count([0, 0, 0], AV_CODEC_ID_S302M) == nil)
  }

  @Test func theMarkBehindADXIsNoSound() throws {
    let block = [0x12] + [UInt8](repeating: 0, count: 17)
    let mark = [0x80, 0x01, 0x00, 0x0E] + [UInt8](repeating: 0, count: 14)
    let codec = AV_CODEC_ID_ADPCM_ADX
    #expect(try Self.count(block + block + block + block, codec) == 128)
    #expect(try Self.count(block + block + mark, codec) == 64)
    #expect(try Self.count(block + block + mark, codec, channelCount: 2) == 32)
    #expect(try Self.count(mark, codec) == 0)
    // Its length is that of the sound in it.
    let header = [0x80, 0, 0, 0x20, 3, 18, 4, 1] + [UInt8](repeating: 0, count: 28)
    #expect(try Self.count(header + block, codec) == nil)
  }

  @Test func aBlockOfWMAIsAFrameUnlessFramesContinueInTheNext() throws {
    let packet = [UInt8](repeating: 0, count: 250)
    for (codec, rate, count) in [
      (AV_CODEC_ID_WMAV1, 16_000, 1_024), (AV_CODEC_ID_WMAV1, 32_000, 2_048),
      (AV_CODEC_ID_WMAV2, 22_050, 2_048), (AV_CODEC_ID_WMAV2, 32_000, 4_096),
    ] as [(AVCodecID, Int32, Int64)] {
      let place = codec == AV_CODEC_ID_WMAV1 ? 2 : 4
      for (flags, count) in [(1, count), (2, nil)] as [(UInt8, Int64?)] {
        let extra = [UInt8](repeating: 0, count: place) + [flags, 0]
        #expect(
          try Self.count(packet, codec, rate: rate, blockLength: 100, extra: extra) == count)
      }
      #expect(try Self.count(packet, codec, rate: rate, blockLength: 0) == nil)
    }
  }

  /// Packets of 1,000 samples with frames of 900, of which the first that begins in a packet has its time.
  @Test func aPacketOfLPCMBeginsWhereTheOneBeforeItEnds() throws {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 90_000))
    (track.codec, track.sampleRate) = ("pcm_dvd", 48_000)
    var times = try #require(FramedPCMTimes(track, container: "mpeg"))
    let payload = [0, 0, 0x80] + [UInt8](repeating: 0, count: 2_000)
    // A pause of a second is before the eleventh packet, of which 800 samples belong to the frame before.
    for number: Int64 in 0..<20 {
      let (start, pause): (Int64, Int64) = (number * 1_000, number < 10 ? 0 : 90_000)
      let frame = (start + 899) / 900 * 900
      var timing = PacketTiming(track: 0, presentationTicks: frame * 15 / 8 + pause)
      payload.withUnsafeBytes { times.correct(&timing, $0) }
      let found = try #require(timing.presentationTicks) - pause - start * 15 / 8
      #expect((0...((10..<18).contains(number) ? 1_500 : 0)).contains(found), "\(number)")
      #expect(timing.durationTicks == 1_875)
    }
    #expect(FramedPCMTimes(track, container: "matroska,webm") == nil)
  }

  /// ffmpeg's frames are longer than the last packet, so its time may be later than its end.
  @Test func aShortLastPacketOfLPCMHasNoGapBeforeIt() throws {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 90_000))
    (track.codec, track.sampleRate) = ("pcm_dvd", 48_000)
    var times = try #require(FramedPCMTimes(track, container: "mpeg"))
    for (count, ticks, expected) in [(2_000, 0, 0), (2_000, 3_700, 1_875), (200, 5_550, 3_750)] {
      let payload = [0, 0, 0x80] + [UInt8](repeating: 0, count: count)
      var timing = PacketTiming(track: 0, presentationTicks: Int64(ticks))
      payload.withUnsafeBytes { times.correct(&timing, $0) }
      #expect(timing.presentationTicks == Int64(expected))
    }
  }

  /// Five seconds at a sample rate. WMA ends with a frame that ffmpeg does not decode.
  @Test(
    .enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [
      ("pcm_dvd", "vob", 48_000, 240_000), ("s302m -ac 2", "mpegts", 48_000, 240_000),
      ("adpcm_adx", "adx", 22_050, 110_272), ("real_144", "rm", 8_000, 40_160),
      ("wmav2", "wav", 48_000, 241_664), ("wmav2", "w64", 44_100, 221_184),
      ("wmav1", "wtv", 48_000, 241_664),
    ])
  func playbackEndsWithTheSound(codec: String, muxer: String, rate: Int, count: Int64) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sound")
    let arguments =
      "-v error -nostdin -f lavfi -i sine=d=5:r=\(rate) -ac 1 -c:a \(codec) -strict -2 -f \(muxer)"
    _ = try EncodedSound.run(arguments.split(separator: " ").map(String.init) + [path])
    let end = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(abs(end.time.seconds - Double(count) / Double(rate)) < 1e-6)
    let report = try LocatedMedia(path: path).open(
      for: .report(.whole), interruption: Interruption())
    #expect(try report.readAll().allSatisfy { !$0.isCorrupt })
  }
}
