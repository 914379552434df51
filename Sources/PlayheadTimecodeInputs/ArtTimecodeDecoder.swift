import PlayheadTimekeeping

/// Reads the ArtTimeCode packets of Art-Net 4.
package enum ArtTimecodeDecoder {
  /// Returns the timecode of a datagram that was received at an instant; nil if it is another packet, or damaged.
  package static func sighting(
    of bytes: [UInt8], at instant: HostInstant
  ) -> TimecodeSighting? {
    guard bytes.count >= 19, bytes.starts(with: Array("Art-Net\0".utf8) + [0x00, 0x97]) else {
      return nil
    }
    return TimecodeSighting(
      code: bytes[18], hours: bytes[17], minutes: bytes[16], seconds: bytes[15],
      frames: bytes[14], quarters: 0, motion: .forward, instant: instant)
  }
}
