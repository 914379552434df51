/// Where the packets of an MPEG-TS file are.
struct TransportLayout {
  static let sync: UInt8 = 0x47
  /// Plain packets; with a 4-byte time code before each (M2TS); with 16 parity bytes after each.
  private static let layouts = [(length: 188, skipped: 0), (192, 4), (204, 0)]
  /// The number of consecutive sync bytes that identify MPEG-TS and its packet length.
  private static let provingCount = 5
  /// The number of bytes in which these are, wherever the first packet starts.
  static let provingLength = 1_024

  /// The offset of the first packet.
  let start: Int64
  /// The number of bytes from one packet to the next.
  let length: Int
  /// The number of bytes before the sync byte of each packet.
  let skipped: Int

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    for (length, skipped) in Self.layouts {
      let provingLength = (Self.provingCount - 1) * length + skipped
      let start = (0..<length).first { start in
        guard start + provingLength < beginning.count else { return false }
        return (0..<Self.provingCount).allSatisfy {
          beginning[start + skipped + $0 * length] == Self.sync
        }
      }
      if let start {
        (self.start, self.length, self.skipped) = (Int64(start), length, skipped)
        return
      }
    }
    return nil
  }
}
