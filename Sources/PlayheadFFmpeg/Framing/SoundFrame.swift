import CPlayheadFFmpeg

/// The number of samples that a packet of sound has by the header of its frame, or by its length.
///
/// Sources of the formats: github.com/macosforge/alac, `ALACEncoder::EncodeStereo`; RFC 9639, 9.1; ATSC A/52, E.2.2;
/// ETSI TS 102 114, 5.3; WavPack 4 & 5 Binary File / Block Format, 2.0; SMPTE 302M, 5.4; libavcodec, `pcm-dvd.c`,
/// `wma_common.c` and `adxdec.c`.
enum SoundFrame {
  /// The codecs whose last packet may have fewer samples than the container has for it, or be the rest of a block.
  static let codecs: Set = ["alac", "flac", "gsm_ms", "mp1", "mp2", "mp3", "wavpack"]
  /// The codecs whose lengths libavformat leaves out, or computes from a bit rate or with bytes that are no sound.
  static let countedCodecs: Set = ["adpcm_adx", "pcm_dvd", "s302m", "wmav1", "wmav2"]

  /// Returns nil if it is unknown.
  static func sampleCount(
    _ bytes: UnsafeRawBufferPointer, _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) -> Int64? {
    switch parameters.pointee.codec_id {
    case AV_CODEC_ID_ALAC: return sampleCount(bytes, codec: "alac")
    case AV_CODEC_ID_FLAC: return sampleCount(bytes, codec: "flac")
    case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3:
      return sampleCount(bytes, codec: "mp3")
    case AV_CODEC_ID_EAC3: return countOfEAC3(bytes)
    case AV_CODEC_ID_DTS: return countOfDTS(bytes)
    case AV_CODEC_ID_MLP, AV_CODEC_ID_TRUEHD:
      // An access unit has 40 samples at 44.1 and 48 kHz.
      return [48_000: 40, 96_000: 80, 192_000: 160, 44_100: 40, 88_200: 80, 176_400: 160][
        parameters.pointee.sample_rate]
    case AV_CODEC_ID_ADPCM_ADX:
      return countOfADX(bytes, channelCount: Int(parameters.pointee.ch_layout.nb_channels))
    case AV_CODEC_ID_PCM_DVD: return countOfDVD(bytes)
    case AV_CODEC_ID_S302M: return countOfS302M(bytes)
    case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2:
      let blockLength = Int64(parameters.pointee.block_align)
      guard blockLength > 0, let count = blockCountOfWMA(parameters.pointee) else { return nil }
      return Int64(bytes.count) / blockLength * count
    default:
      let count = av_get_audio_frame_duration2(parameters, Int32(clamping: bytes.count))
      return count > 0 ? Int64(count) : nil
    }
  }

  /// Returns the number of samples in each block of WMA; nil if it varies, because frames may begin in another block.
  static func blockCountOfWMA(_ parameters: AVCodecParameters) -> Int64? {
    let isFirst = parameters.codec_id == AV_CODEC_ID_WMAV1
    let extra = UnsafeRawBufferPointer(
      start: parameters.extradata, count: max(Int(parameters.extradata_size), 0))
    let place = isFirst ? 2 : 4
    if extra.count >= place + 2, extra[place] & 2 != 0 { return nil }
    switch parameters.sample_rate {
    case ..<1: return nil
    case ...16_000: return 512
    case ...(isFirst ? 32_000 : 22_050): return 1_024
    default: return 2_048
    }
  }

  /// A block of each channel has 18 bytes for 32 samples.
  private static func countOfADX(_ bytes: UnsafeRawBufferPointer, channelCount: Int) -> Int64? {
    // libavformat leaves the header in the first packet of a program stream.
    guard channelCount > 0, !bytes.starts(with: [0x80, 0]) else { return nil }
    return Int64((endOfADX(bytes) ?? bytes.count / 18) / channelCount) * 32
  }

  /// Returns the number of blocks before the mark of the end of ADX, whose scale is negative; nil without it.
  static func endOfADX(_ bytes: UnsafeRawBufferPointer) -> Int? {
    (0..<bytes.count / 18).first { bytes[18 * $0] & 0x80 != 0 }
  }

  /// Returns the number of samples in a packet of LPCM with its header of three bytes.
  static func countOfDVD(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 3, bytes[1] >> 6 < 3 else { return nil }
    let bits = (16 + 4 * Int64(bytes[1] >> 6)) * (Int64(bytes[1] & 7) + 1)
    return Int64(bytes.count - 3) * 8 / bits
  }

  private static func countOfS302M(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 4, bytes[3] >> 4 & 3 < 3 else { return nil }
    // Each sample has four further bits.
    let bits = (20 + 4 * Int64(bytes[3] >> 4 & 3)) * (2 + 2 * Int64(bytes[2] >> 6))
    return Int64(bytes.count - 4) * 8 / bits
  }

  private static func countOfEAC3(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 6, bytes.starts(with: [0x0B, 0x77]) else { return nil }
    // Up to 10, the number is that of AC-3, which always has six blocks. Half the sample rates do, too.
    if bytes[5] >> 3 <= 10 || bytes[4] >> 6 == 3 { return 6 * 256 }
    return [1, 2, 3, 6][Int(bytes[4] >> 4 & 3)] * 256
  }

  private static func countOfDTS(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 6, bytes.starts(with: [0x7F, 0xFE, 0x80, 0x01]) else { return nil }
    return (Int64(bytes[4] & 1) << 6 | Int64(bytes[5] >> 2)) * 32 + 32
  }

  /// Returns the number that a packet of one of `codecs` declares; nil if it declares none.
  static func sampleCount(_ bytes: UnsafeRawBufferPointer, codec: String) -> Int64? {
    // libavformat writes a packet without sound behind the last one into NUT.
    if bytes.isEmpty { return 0 }
    switch codec {
    case "alac": return countOfALAC(bytes)
    case "flac": return countOfFLAC(bytes)
    // A block has 65 bytes. W64 ends with up to seven further ones.
    case "gsm_ms": return bytes.count < 65 ? 0 : nil
    case "wavpack": return countOfWavPack(bytes)
    default: return bytes.count < 4 ? 0 : AudioFrameHeader(bytes).map { Int64($0.sampleCount) }
    }
  }

  private static func countOfALAC(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    // 3 bits of the element's type, 4 of its number, 12 that are not used, the flag, and 3 more.
    guard bytes.count >= 7, bytes[0] >> 5 <= 1, bytes[2] & 0x10 != 0 else { return nil }
    return bytes[2..<7].reduce(Int64(0)) { $0 << 8 | Int64($1) } >> 1 & 0xFFFF_FFFF
  }

  /// All blocks of a packet, with two channels each, have the same number.
  private static func countOfWavPack(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 32, bytes.starts(with: "wvpk".utf8) else { return nil }
    let count = bytes[20..<24].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    // The greatest number that the format allows.
    return count <= 131_072 ? count : nil
  }

  private static func countOfFLAC(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 5, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
    // The number of the frame is coded as a character of UTF-8.
    let place = 4 + max((~bytes[4]).leadingZeroBitCount, 1)
    switch bytes[2] >> 4 {
    case 1: return 192
    case let code where (2...5).contains(code): return 144 << Int64(code)
    case 6: return bytes.count > place ? Int64(bytes[place]) + 1 : nil
    case 7:
      return bytes.count > place + 1
        ? Int64(bytes[place]) << 8 + Int64(bytes[place + 1]) + 1 : nil
    case let code where code >= 8: return 1 << Int64(code)
    default: return nil
    }
  }
}
