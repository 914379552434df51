/// The header of one MPEG-TS packet.
struct TransportPacket {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var stream: Int { Int(bytes[1] & 0x1F) << 8 | Int(bytes[2]) }
  /// The transport error indicator.
  var isDamaged: Bool { bytes[1] & 0x80 != 0 }
  /// Whether a PES packet or section starts in the payload.
  var beginsUnit: Bool { bytes[1] & 0x40 != 0 }
  var hasPayload: Bool { bytes[3] & 0x10 != 0 }
  var counter: UInt8 { bytes[3] & 0x0F }
  /// The discontinuity indicator: the counter and the clock may jump here.
  var isDiscontinuous: Bool { adaptationLength > 0 && bytes[5] & 0x80 != 0 }

  private var adaptationLength: Int { bytes[3] & 0x20 != 0 ? Int(bytes[4]) : 0 }

  /// The clock reference, in ticks of 27 MHz.
  var clock: Int64? {
    guard adaptationLength >= 7, bytes[5] & 0x10 != 0 else { return nil }
    let base = bytes[6...9].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1 | Int64(bytes[10] >> 7)
    return base * 300 + (Int64(bytes[10] & 1) << 8 | Int64(bytes[11]))
  }

  /// Whether a program association table starts here.
  var beginsProgramTable: Bool {
    bytes[1] & 0xDF == 0x40 && bytes[2] == 0 && bytes[3] & 0x30 == 0x10 && bytes[4] == 0
      && bytes[5] == 0 && bytes[6] & 0xF0 == 0xB0
  }

  /// Whether the packet is equal to the previous one of its PID, except for the clock reference.
  func repeats(_ previous: UnsafeRawBufferPointer) -> Bool {
    guard bytes[3] == previous[3] else { return false }
    let compared = clock == nil ? 6 : 12
    return bytes[..<6].elementsEqual(previous[..<6])
      && bytes[compared...].elementsEqual(previous[compared...])
  }

  /// The decode time of the PES packet that starts here: 33 bits, 90 kHz.
  var timestamp: Int64? {
    let start = bytes[3] & 0x20 != 0 ? 5 + Int(bytes[4]) : 4
    guard beginsUnit, hasPayload, start + 19 <= bytes.count,
      bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 1,
      // The stream ids that have a PES header with timestamps.
      bytes[start + 3] >= 0xBD, bytes[start + 6] & 0xC0 == 0x80, bytes[start + 7] & 0x80 != 0
    else { return nil }
    let offset = start + (bytes[start + 7] & 0x40 != 0 ? 14 : 9)
    let high = Int64(bytes[offset] >> 1 & 0x07) << 30
    let middle = Int64(bytes[offset + 1]) << 22 | Int64(bytes[offset + 2] >> 1) << 15
    return high | middle | Int64(bytes[offset + 3]) << 7 | Int64(bytes[offset + 4] >> 1)
  }
}
