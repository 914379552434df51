import CFFmpeg
import Media

/// The last packet of a stream of MP3 or FLAC frames without a container, as only its payload tells
/// whether it is whole.
final class LastPayload {
  private enum Codec: String {
    case mp3
    case flac
  }

  private let codec: Codec
  private let packet: Packet

  /// Nil for another container, or where memory is used up.
  init?(container: String) {
    guard let codec = Codec(rawValue: container), let packet = Packet.open() else { return nil }
    self.codec = codec
    self.packet = packet
  }

  /// Takes a packet in the place of the one before; its payload is shared.
  func keep(_ other: borrowing Packet) {
    packet.clear()
    av_packet_ref(packet.pointer, other.pointer)
  }

  /// Whether it ends before it should.
  var isCut: Bool {
    guard let start = packet.pointer.pointee.data else { return false }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(packet.pointer.pointee.size))
    switch codec {
    case .mp3: return AudioFrameHeader(bytes).map { bytes.count < $0.byteCount } ?? false
    case .flac: return !LastPayload.isWholeFLAC(bytes)
    }
  }

  /// A frame ends with a checksum of all that is before it (RFC 9639). Behind the last one there may
  /// be a tag of 128 bytes.
  private static func isWholeFLAC(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if checksum(of: bytes[...]) == 0 { return true }
    guard bytes.count > 128, bytes.suffix(128).starts(with: Array("TAG".utf8)) else { return false }
    return checksum(of: bytes.dropLast(128)) == 0
  }

  /// CRC-16 of the polynomial x¹⁶ + x¹⁵ + x² + 1; zero over what ends with its own.
  private static func checksum(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt16 {
    bytes.reduce(UInt16(0)) { sum, byte in
      var sum = sum ^ UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
      return sum
    }
  }
}
