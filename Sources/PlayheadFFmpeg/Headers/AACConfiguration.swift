import CPlayheadFFmpeg

/// The decoder configuration that a container stores for AAC: the AudioSpecificConfig of
/// ISO/IEC 14496-3, 1.6.2.1.
struct AACConfiguration {
  /// The number of samples in a packet of AAC-LC.
  static let frameLength: Int32 = 1_024

  /// The index of 32 kHz: sampling frequencies are numbered from 96 kHz down.
  private static let indexOf32kHz = 5
  private static let greatestIndex = 12

  /// Whether this is AAC-LC with 1,024 samples in each packet, whose declared sample rate SBR cannot double.
  let isPlain: Bool

  init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count >= 2, bytes[0] >> 3 == 2 else {
      isPlain = false
      return
    }
    let frequency = Int(bytes[0] & 7) << 1 | Int(bytes[1] >> 7)
    let channels = bytes[1] >> 3 & 15
    // 0 channels refers to a channel table elsewhere. The low bits declare 960-sample packets and
    // extensions.
    guard frequency <= Self.greatestIndex, (1...7).contains(channels), bytes[1] & 7 == 0 else {
      isPlain = false
      return
    }
    if bytes.count == 2 {
      // Undeclared (implicit) SBR doubles the rate of up to 24 kHz.
      isPlain = frequency <= Self.indexOf32kHz
    } else {
      // The sync extension 0x2B7 for SBR, with its flag off.
      isPlain = bytes.count == 5 && bytes[2...3] == [0x56, 0xE5] && bytes[4] & 0x80 == 0
    }
  }
}

extension AVCodecParameters {
  /// Whether decoding a packet of this AAC track would report what its header declares.
  var isPlainAAC: Bool {
    guard codec_id == AV_CODEC_ID_AAC, let extradata else { return false }
    let bytes = UnsafeBufferPointer(start: extradata, count: max(Int(extradata_size), 0))
    return AACConfiguration(bytes).isPlain
  }
}
