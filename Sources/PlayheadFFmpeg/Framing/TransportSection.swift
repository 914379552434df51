/// A section of the tables in MPEG-TS (ISO/IEC 13818-1, 2.4.4), complete in one packet or collected from several.
struct TransportSection {
  /// A stream that a program map lists.
  struct Stream {
    var type: UInt8
    var pid: Int
    /// The offset of its PID in the bytes.
    var offset: Int
    var descriptors: [UInt8]
  }

  private static let associationTable: UInt8 = 0
  private static let mapTable: UInt8 = 2

  /// The bytes in which the section is.
  private let packet: UnsafeRawBufferPointer
  /// The offsets of the section in the bytes, without its checksum.
  private let range: Range<Int>

  /// Returns nil if no whole, valid section that is current starts in the packet.
  init?(_ packet: UnsafeRawBufferPointer) {
    guard let start = Self.start(in: packet) else { return nil }
    self.init(packet, at: start)
  }

  /// Returns the offset at which a section starts in a packet; nil if none does.
  static func start(in packet: UnsafeRawBufferPointer) -> Int? {
    guard packet[1] & 0xC0 == 0x40, let payload = payload(of: packet) else { return nil }
    let start = payload + 1 + Int(packet[payload])
    return start < packet.count ? start : nil
  }

  /// Returns the offset of a packet's payload; nil if it has none.
  static func payload(of packet: UnsafeRawBufferPointer) -> Int? {
    guard packet[3] & 0x10 != 0 else { return nil }
    let payload = packet[3] & 0x20 != 0 ? 5 + Int(packet[4]) : 4
    return payload < packet.count ? payload : nil
  }

  /// Returns nil if no whole, valid section that is current starts at an offset.
  init?(_ packet: UnsafeRawBufferPointer, at start: Int) {
    guard start + 12 <= packet.count, packet[start + 1] & 0x80 != 0 else { return nil }
    let end = start + 3 + (Int(packet[start + 1] & 0x0F) << 8 | Int(packet[start + 2]))
    // The section is valid now, and is the only one of its table.
    guard end <= packet.count, end - 4 >= start + 8, packet[start + 5] & 1 == 1,
      packet[start + 6] == 0, packet[start + 7] == 0,
      Self.checksum(of: packet[start..<end]) == 0
    else { return nil }
    self.packet = packet
    range = start..<end - 4
  }

  /// The program of a program map.
  var program: Int { number(at: programOffset) }

  /// The offsets of the numbers of programs, each before the PID of its map, if this is a program association table;
  /// otherwise nil.
  var programOffsets: [Int]? {
    guard packet[range.lowerBound] == Self.associationTable else { return nil }
    // Program 0 is the network.
    return stride(from: range.lowerBound + 8, to: range.upperBound - 3, by: 4).filter {
      number(at: $0) != 0
    }
  }

  /// The offset of the number of the program, if this is a program map.
  var programOffset: Int { range.lowerBound + 3 }

  /// Returns the number of a program at an offset in the bytes.
  func number(at offset: Int) -> Int { Int(packet[offset]) << 8 | Int(packet[offset + 1]) }

  /// The offset of the PID with the clock references, if this is a program map.
  var clockOffset: Int { range.lowerBound + 8 }

  /// The streams, if this is a program map; otherwise nil.
  var streams: [Stream]? {
    guard packet[range.lowerBound] == Self.mapTable, range.count >= 12 else { return nil }
    var streams: [Stream] = []
    var offset = range.lowerBound + 12 + length(at: range.lowerBound + 10)
    while offset + 5 <= range.upperBound {
      let next = offset + 5 + length(at: offset + 3)
      guard next <= range.upperBound else { return nil }
      streams.append(
        Stream(
          type: packet[offset], pid: pid(at: offset + 1), offset: offset + 1,
          descriptors: Array(packet[offset + 5..<next])))
      offset = next
    }
    return streams
  }

  /// Returns the PID at an offset in the bytes.
  func pid(at offset: Int) -> Int { Int(packet[offset] & 0x1F) << 8 | Int(packet[offset + 1]) }

  private func length(at offset: Int) -> Int {
    Int(packet[offset] & 0x0F) << 8 | Int(packet[offset + 1])
  }

  /// Writes the checksum into the bytes of the packet, in which PIDs were changed.
  func writeChecksum(to bytes: UnsafeMutableRawBufferPointer) {
    let sum = Self.checksum(of: UnsafeRawBufferPointer(bytes)[range])
    for index in 0..<4 {
      bytes[range.upperBound + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index))
    }
  }

  /// Returns the CRC of ISO/IEC 13818-1, Annex A. That of a section with its checksum is 0.
  private static func checksum(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
    bytes.reduce(.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
  }
}
