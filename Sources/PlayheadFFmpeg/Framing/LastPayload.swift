import CPlayheadFFmpeg
import PlayheadMedia

/// The last packet of an MP3 or FLAC file, of which only the payload shows whether it is complete, or the last frame of
/// raw DV, which libavformat completes with bytes of the frame before.
final class LastPayload {
  private enum Codec: String {
    case mp3
    case flac
    case dv
  }

  private let codec: Codec
  private let packet: Packet

  /// Returns nil for other containers, and if there is no memory.
  init?(container: String) {
    guard let codec = Codec(rawValue: container), let packet = Packet.open() else { return nil }
    self.codec = codec
    self.packet = packet
  }

  /// Replaces the stored packet; the payload is shared, not copied.
  func keep(_ other: borrowing Packet) {
    // Sound is in the frames of DV, which are the packets of the first stream.
    if codec == .dv, other.pointer.pointee.stream_index != 0 { return }
    packet.clear()
    av_packet_ref(packet.pointer, other.pointer)
  }

  /// Whether the packet is shorter than declared, its checksum is wrong, or it is a frame of DV that goes on too long.
  func isCut(inFileOf length: Int64?, declaredEnd end: Int64?) -> Bool {
    // DV must not be longer than the rest of the file, whose length in bytes is nil for a URL. `end` is the declared
    // end of the track in ticks.
    guard let start = packet.pointer.pointee.data else { return false }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(packet.pointer.pointee.size))
    switch codec {
    case .mp3: return AudioFrameHeader(bytes)?.byteCount.map { bytes.count < $0 } ?? false
    case .flac: return lengthOfFLAC(bytes, declaredEnd: end) == nil
    case .dv:
      // Other bytes behind the last frame are no frame, but libavformat completes them, too.
      guard let length, bytes.starts(with: Self.startOfDV) else { return false }
      return length - packet.pointer.pointee.pos < bytes.count
    }
  }

  /// The number of bytes behind the last frame of FLAC; nil if they are tags, if there are none, or for other codecs.
  func trailingByteCount(declaredEnd end: Int64?) -> Int64? {
    guard codec == .flac, let start = packet.pointer.pointee.data else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(packet.pointer.pointee.size))
    guard let length = lengthOfFLAC(bytes, declaredEnd: end), length < bytes.count,
      !LastPayload.beginsWithTag(bytes[length...])
    else { return nil }
    return Int64(bytes.count - length)
  }

  /// The start of the first header block of a frame (IEC 61834-2).
  private static let startOfDV: [UInt8] = [0x1F, 0x07]

  /// The first bytes of the tags that may follow the last frame: ID3v1, APE, Lyrics3 and ID3v2.
  private static let tags = ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3"].map { Array($0.utf8) }

  private static func beginsWithTag(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    tags.contains { bytes.starts(with: $0) }
  }

  /// Returns the length of a whole frame, which ends with a checksum of the frame (RFC 9639); nil without one.
  private func lengthOfFLAC(_ bytes: UnsafeRawBufferPointer, declaredEnd end: Int64?) -> Int? {
    // Tags, text and zeros may follow the last frame, and any bytes if it ends where the header says.
    let (ticks, isFar) = packet.pointer.pointee.pts.addingReportingOverflow(
      packet.pointer.pointee.duration)
    let isLast = end.map { !isFar && ticks >= $0 && $0 > 0 } ?? false
    // CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1; zero after data and its own checksum.
    let table = av_crc_get_table(AV_CRC_16_ANSI)
    var (checksum, end) = (UInt32(0), Int?.none)
    for index in bytes.indices {
      if checksum == 0, index > 0, end == nil, isLast || LastPayload.mayFollow(bytes[index...]) {
        end = index
      }
      checksum = withUnsafePointer(to: bytes[index]) { av_crc(table, checksum, $0, 1) }
    }
    guard let end else { return checksum == 0 ? bytes.count : nil }
    // In a long frame, the checksum may be zero by chance.
    if checksum == 0, bytes[end...].contains(where: { $0 != 0 }) { return bytes.count }
    // The checksum itself may end with a zero, or be two.
    let ends = (end...min(end + 2, bytes.count)).prefix { next in
      bytes[end..<next].allSatisfy { $0 == 0 }
    }
    return ends.first { $0 == bytes.count || LastPayload.beginsWithTag(bytes[$0...]) } ?? end
  }

  /// Whether bytes are not the rest of a frame.
  private static func mayFollow(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    if beginsWithTag(bytes) { return true }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    let others: Set<Unicode.Scalar> = ["\0", "\t", "\n", "\r", "\u{1A}"]
    return text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || others.contains($0)
    }
  }
}
