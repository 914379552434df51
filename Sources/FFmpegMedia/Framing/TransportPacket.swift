/// One packet of MPEG-TS, as its 188 bytes tell it.
struct TransportPacket {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var stream: Int { Int(bytes[1] & 0x1F) << 8 | Int(bytes[2]) }
  /// Whether whoever received it could not repair it.
  var isDamaged: Bool { bytes[1] & 0x80 != 0 }
  /// Whether its payload begins with one of an elementary stream's packets.
  var beginsUnit: Bool { bytes[1] & 0x40 != 0 }
  var hasPayload: Bool { bytes[3] & 0x10 != 0 }
  var counter: UInt8 { bytes[3] & 0x0F }
  /// Whether it tells that neither its counter nor its clock follow on those before.
  var isDiscontinuous: Bool { adaptationLength > 0 && bytes[5] & 0x80 != 0 }

  private var adaptationLength: Int { bytes[3] & 0x20 != 0 ? Int(bytes[4]) : 0 }

  /// The clock reference, in ticks of 27 MHz.
  var clock: Int64? {
    guard adaptationLength >= 7, bytes[5] & 0x10 != 0 else { return nil }
    let base = bytes[6...9].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1 | Int64(bytes[10] >> 7)
    return base * 300 + (Int64(bytes[10] & 1) << 8 | Int64(bytes[11]))
  }

  /// When what begins in it is decoded, of 33 bits at 90 kHz.
  var timestamp: Int64? {
    let start = bytes[3] & 0x20 != 0 ? 5 + Int(bytes[4]) : 4
    guard beginsUnit, hasPayload, start + 19 <= bytes.count,
      bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 1,
      // Of streams that have this head, and a time.
      bytes[start + 3] >= 0xBD, bytes[start + 6] & 0xC0 == 0x80, bytes[start + 7] & 0x80 != 0
    else { return nil }
    let place = start + (bytes[start + 7] & 0x40 != 0 ? 14 : 9)
    let high = Int64(bytes[place] >> 1 & 0x07) << 30
    let middle = Int64(bytes[place + 1]) << 22 | Int64(bytes[place + 2] >> 1) << 15
    return high | middle | Int64(bytes[place + 3]) << 7 | Int64(bytes[place + 4] >> 1)
  }
}
