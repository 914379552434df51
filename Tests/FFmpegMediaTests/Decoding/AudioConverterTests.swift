import CPlayheadFFmpeg
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// The conversion of decoded sound to interleaved `Float` samples.
@Suite struct AudioConverterTests {
  /// Returns a frame whose planes have these bytes.
  private func frame(
    _ sampleFormat: AVSampleFormat, rate: Int32 = 48_000, layout: AVChannelLayout, count: Int,
    _ fill: (_ plane: Int, UnsafeMutableRawPointer) -> Void
  ) throws -> DecodedFrame {
    let content = try #require(FFmpegFrame.make())
    let pointer = content.pointer
    (pointer.pointee.format, pointer.pointee.sample_rate) = (sampleFormat.rawValue, rate)
    (pointer.pointee.ch_layout, pointer.pointee.nb_samples) = (layout, Int32(count))
    #expect(av_frame_get_buffer(pointer, 0) >= 0)
    for plane in 0..<content.planeCount {
      fill(plane, try #require(pointer.pointee.extended_data[plane]))
    }
    return DecodedFrame(content, track: 0, kind: AVMEDIA_TYPE_AUDIO)
  }

  /// Returns a frame of interleaved samples of one type.
  private func frame<Sample>(
    _ sampleFormat: AVSampleFormat, rate: Int32 = 48_000, channels: Int32 = 1, _ samples: [Sample]
  ) throws -> DecodedFrame {
    let count = samples.count / Int(channels)
    let layout = ffmpeg_usual_layout(channels)
    return try frame(sampleFormat, rate: rate, layout: layout, count: count) { _, bytes in
      samples.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    }
  }

  private func makeConverter(
    rate: Int = 48_000, channels: Int = 1
  ) throws -> FFmpegAudioConverter {
    try FFmpegAudioConverter(
      to: AudioFormat(sampleRate: rate, channelCount: channels), name: "sound")
  }

  private func convert(_ frame: DecodedFrame, channels: Int = 1) throws -> [Float] {
    let converter = try makeConverter(channels: channels)
    var samples: [Float] = []
    try converter.convert(frame, into: &samples)
    #expect(converter.delay == 0)
    converter.finish(into: &samples)
    return samples
  }

  /// libswresample has room for 64 channels, and does not check it everywhere.
  @Test(arguments: [65, 512, 1_023] as [Int32], [2, 8, 57, 64])
  func moreChannelsThanCanBeMixedAreUnsupported(_ count: Int32, outputCount: Int) throws {
    let layout = AVChannelLayout(
      order: AV_CHANNEL_ORDER_UNSPEC, nb_channels: count, u: .init(), opaque: nil)
    let frame = try frame(AV_SAMPLE_FMT_S16, layout: layout, count: 1) { _, _ in }
    let error = #expect(throws: MediaError.self) { try convert(frame, channels: outputCount) }
    #expect(error?.reason == .unsupported)
  }

  @Test(arguments: [2, 8, 57, 63, 64])
  func theGreatestNumberOfChannelsIsMixed(outputCount: Int) throws {
    let input = (0..<64).map { Float($0) / 64 }
    let frame = try frame(AV_SAMPLE_FMT_FLT, channels: 64, input)
    #expect(try convert(frame, channels: outputCount) == Array(input[..<outputCount]))
  }

  @Test func allSixteenBitSamplesAreConvertedExactly() throws {
    let values = Array(Int16.min...Int16.max)
    let samples = try convert(frame(AV_SAMPLE_FMT_S16, values))
    #expect(samples == values.map { Float($0) / 32_768 })
    #expect(samples.map { Int16($0 * 32_768) } == values)
  }

  /// Decoders return 24-bit samples in the upper bits of 32.
  @Test func twentyFourBitSamplesAreConvertedExactly() throws {
    let edges: [Int32] = [-8_388_608, -8_388_607, -1, 0, 1, 8_388_606, 8_388_607]
    let values = edges + stride(from: Int32(-8_388_608), to: 8_388_608, by: 997)
    let samples = try convert(frame(AV_SAMPLE_FMT_S32, values.map { $0 << 8 }))
    #expect(samples == values.map { Float($0) / 8_388_608 })
    #expect(samples.map { Int32($0 * 8_388_608) } == values)
  }

  @Test func eachSampleFormatIsConverted() throws {
    let expected: [Float] = [-1, -0.5, 0, 0.25, 0.5]
    func check<Sample>(_ format: AVSampleFormat, _ samples: [Sample]) throws {
      #expect(try convert(frame(format, samples)) == expected)
    }
    try check(AV_SAMPLE_FMT_U8, [0, 64, 128, 160, 192] as [UInt8])
    try check(AV_SAMPLE_FMT_S16, [-32_768, -16_384, 0, 8_192, 16_384] as [Int16])
    let wide: [Int32] = [.min, .min / 2, 0, 1 << 29, 1 << 30]
    try check(AV_SAMPLE_FMT_S32, wide)
    try check(AV_SAMPLE_FMT_S64, wide.map { Int64($0) << 32 })
    try check(AV_SAMPLE_FMT_FLT, expected)
    try check(AV_SAMPLE_FMT_DBL, expected.map(Double.init))
  }

  @Test(arguments: [
    AV_SAMPLE_FMT_U8P, AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S64P,
    AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_DBLP,
  ])
  func planesAreInterleaved(_ format: AVSampleFormat) throws {
    let size = Int(av_get_bytes_per_sample(format))
    let frame = try frame(format, layout: ffmpeg_usual_layout(3), count: 500) { plane, bytes in
      // All bits are zero, except in the highest byte: three different samples in each format.
      let bytes = bytes.assumingMemoryBound(to: UInt8.self)
      for index in 0..<500 * size { bytes[index] = 0 }
      for index in 0..<500 { bytes[index * size + size - 1] = [0x40, 0x41, 0xC0][plane] }
    }
    let samples = try convert(frame, channels: 3)
    #expect(samples.count == 1_500)
    #expect(Set([samples[0], samples[1], samples[2]]).count == 3)
    #expect(samples == (0..<500).flatMap { _ in samples[..<3] })
  }

  @Test(arguments: [
    (44_100, 48_000), (48_000, 44_100), (8_000, 48_000), (192_000, 48_000), (11_025, 96_000),
  ])
  func aClickStaysAtItsTimeAtAnotherSampleRate(_ rate: Int, _ outputRate: Int) throws {
    let (count, click) = (rate + 1_237, rate / 2)
    let input = (0..<count).map { $0 == click ? Float(1) : 0 }
    let converter = try makeConverter(rate: outputRate)
    var samples: [Float] = []
    var added = 0
    while added < count {
      let end = min(added + 1_024, count)
      try converter.convert(
        frame(AV_SAMPLE_FMT_FLT, rate: Int32(rate), Array(input[added..<end])), into: &samples)
      added = end
      // Whole frames of the output until the end of the input.
      let total = (added * outputRate + rate - 1) / rate
      #expect(converter.delay == total - samples.count)
    }
    #expect(converter.delay > 0)
    converter.finish(into: &samples)
    #expect(converter.delay == 0)
    #expect(samples.count == (count * outputRate + rate - 1) / rate)
    let peak = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
    #expect(abs(Double(peak) / Double(outputRate) - 0.5) <= 0.5 / Double(min(rate, outputRate)))
  }

  @Test func resettingDiscardsWhatIsInTheConverter() throws {
    let converter = try makeConverter(rate: 44_100)
    var samples: [Float] = []
    let loud = try frame(AV_SAMPLE_FMT_FLT, [Float](repeating: 1, count: 1_000))
    try converter.convert(loud, into: &samples)
    #expect(converter.delay > 0)
    converter.reset()
    #expect(converter.delay == 0)
    samples = []
    converter.finish(into: &samples)
    #expect(samples.isEmpty)
    try converter.convert(
      frame(AV_SAMPLE_FMT_FLT, [Float](repeating: 0, count: 1_000)), into: &samples)
    converter.finish(into: &samples)
    #expect(samples == [Float](repeating: 0, count: 919))
  }

  @Test func theFormatMayChangeBetweenFrames() throws {
    let converter = try makeConverter(rate: 48_000, channels: 2)
    var samples: [Float] = []
    try converter.convert(
      frame(AV_SAMPLE_FMT_S16, rate: 24_000, [Int16](repeating: 16_384, count: 2_400)),
      into: &samples)
    try converter.convert(
      frame(AV_SAMPLE_FMT_FLT, channels: 2, [Float](repeating: 0.25, count: 4_800)),
      into: &samples)
    try converter.convert(
      frame(AV_SAMPLE_FMT_U8, rate: 96_000, channels: 2, [UInt8](repeating: 64, count: 9_600)),
      into: &samples)
    converter.finish(into: &samples)
    #expect(samples.count == 2 * (4_800 + 2_400 + 2_400))
    #expect(abs(samples[4_800] - 0.5) < 0.001)
    #expect(samples[9_600..<14_400].allSatisfy { $0 == 0.25 })
    #expect(abs(samples[16_800] + 0.5) < 0.001)
  }

  @Test func aSingleChannelIsHeardOnBothFrontChannelsAtFullVolume() throws {
    let stereo = try convert(frame(AV_SAMPLE_FMT_FLT, [Float(0.5), -1]), channels: 2)
    #expect(stereo == [0.5, 0.5, -1, -1])
    let surround = try convert(frame(AV_SAMPLE_FMT_FLT, [Float(0.5)]), channels: 6)
    #expect(surround == [0.5, 0.5, 0, 0, 0, 0])
  }

  @Test func mixedChannelsAreNeverTooLoud() throws {
    let loud = [Float](repeating: 1, count: 6)
    let stereo = try convert(frame(AV_SAMPLE_FMT_FLT, channels: 6, loud), channels: 2)
    #expect(stereo.allSatisfy { abs($0 - 1) < 1e-6 })
    let mono = try convert(frame(AV_SAMPLE_FMT_FLT, channels: 2, [Float(1), 0]), channels: 1)
    #expect(mono == [0.5])
  }

  @Test func channelsOfTheSameNumberAreNotChanged() throws {
    for channels in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16] {
      let input = (0..<channels * 10).map { Float($0) / 256 }
      let frame = try frame(AV_SAMPLE_FMT_FLT, channels: Int32(channels), input)
      #expect(try convert(frame, channels: channels) == input, "\(channels)")
    }
  }

  @Test func channelsWithoutKnownPlacesAreHeard() throws {
    let input = (1...11).map { Float($0) / 16 }
    let frame = try frame(AV_SAMPLE_FMT_FLT, channels: 11, input)
    #expect(try convert(frame, channels: 2) == [0.0625, 0.125])
    #expect(try convert(frame, channels: 10) == Array(input[..<10]))
  }

  /// The first channel of an ambisonic recording is the sum of all directions.
  @Test func anAmbisonicRecordingIsHeardFromTheFront() throws {
    var layout = AVChannelLayout()
    #expect(av_channel_layout_from_string(&layout, "ambisonic 1") >= 0)
    let frame = try frame(AV_SAMPLE_FMT_FLT, layout: layout, count: 1) { _, bytes in
      let samples: [Float] = [0.5, 0.25, 0.75, 1]
      samples.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    }
    #expect(try convert(frame, channels: 2) == [0.5, 0.5])
  }

  /// The rates of damaged headers would need hours of memory.
  @Test func absurdSampleRatesAreRefused() throws {
    for rate in [-1, 0, 1, 100, 100_000_000, .max] as [Int32] {
      let converter = try makeConverter()
      var samples: [Float] = []
      #expect(throws: MediaError(.decode, of: "sound", reason: .unsupported), "\(rate)") {
        try converter.convert(
          frame(AV_SAMPLE_FMT_FLT, rate: rate, [Float](repeating: 1, count: 100)), into: &samples)
      }
      #expect(samples.isEmpty && converter.delay == 0)
    }
    #expect(throws: MediaError(.decode, of: "sound", reason: .unsupported)) {
      try makeConverter(channels: 0)
    }
    #expect(throws: MediaError(.decode, of: "sound", reason: .unsupported)) {
      try makeConverter(rate: 0)
    }
  }
}
