import CPlayheadFFmpeg

/// How the packets of H.264 and H.265 are divided into NAL units.
///
/// A NAL unit never contains the bytes 00 00 00, 00 00 01 or 00 00 02 (ITU-T H.264, 7.4.1; H.265, 7.4.2.1). The
/// decoders take them for the end of the unit, and arithmetic decoding then continues without an error.
struct UnitFraming {
  /// The number of bytes of the length before each unit; nil if units begin with start codes.
  private let lengthSize: Int?

  /// Returns nil for other codecs.
  init?(_ parameters: UnsafePointer<AVCodecParameters>) {
    let content = parameters.pointee
    let record = UnsafeBufferPointer(
      start: content.extradata, count: max(Int(content.extradata_size), 0))
    switch content.codec_id {
    case AV_CODEC_ID_H264:
      lengthSize = record.count >= 7 && record[0] == 1 ? Int(record[4] & 3) + 1 : nil
    case AV_CODEC_ID_HEVC:
      // With start codes, it begins with 00 00 01 or 00 00 00 01.
      let isRecord = record.count >= 23 && (record[0] != 0 || record[1] != 0 || record[2] > 1)
      lengthSize = isRecord ? Int(record[21] & 3) + 1 : nil
    default: return nil
    }
  }

  init(lengthSize: Int?) { self.lengthSize = lengthSize }

  /// Returns whether the payload of a packet has bytes in a unit that it must not have.
  func hasForbiddenBytes(_ payload: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let lengthSize else { return hasForbiddenBytes(payload[...], hasStartCodes: true) }
    var rest = payload[...]
    while rest.count > lengthSize {
      let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(lengthSize)
      // The decoder reports a length beyond the end of the packet.
      if length > rest.count { return false }
      if hasForbiddenBytes(rest.prefix(length), hasStartCodes: false) { return true }
      rest = rest.dropFirst(length)
    }
    return false
  }

  /// Zeros at the end of a unit may be padding.
  private func hasForbiddenBytes(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, hasStartCodes: Bool
  ) -> Bool {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index + 2] > 2 {
        index += 3
      } else if bytes[index] != 0 || bytes[index + 1] != 0 {
        index += 1
      } else {
        var end = index + 2
        while end < bytes.count, bytes[end] == 0 { end += 1 }
        if end == bytes.count { return false }
        if !hasStartCodes || bytes[end] != 1 {
          // After two zeros, 3 is the only byte that may follow in a unit.
          if end > index + 2 || bytes[end] < 3 { return true }
        }
        index = end
      }
    }
    return false
  }
}
