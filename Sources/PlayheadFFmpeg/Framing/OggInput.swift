import CPlayheadFFmpeg
import Glibc

/// The bytes of Ogg with right positions, as libavformat reads them in any order.
struct OggInput {
  /// The changed header of a page.
  private struct Patch {
    let offset: Int64
    let bytes: [UInt8]
  }

  private static let magic = Array("OggS".utf8)
  private static let greatestHeaderLength = OggPage.headLength + 255

  /// A part of the media.
  private struct Part {
    var start: Int64 = 0
    var record = HeaderRecord(bytes: [])
    var count: Int { record.bytes.count }
  }

  private(set) var positions: OggPositions
  private let contextLength: Int64
  /// The end of the bytes that were corrected last.
  private var end: Int64 = 0
  private var patches: [Patch] = []

  /// Returns nil unless the media is Ogg. Before a place, `contextLength` bytes are read to learn about the streams.
  init?(
    beginning: UnsafeRawBufferPointer, mayGrow: Bool,
    contextLength: Int64 = OggPositions.contextLength
  ) {
    guard beginning.starts(with: Self.magic) else { return nil }
    self.contextLength = contextLength
    positions = OggPositions(mayGrow: mayGrow)
  }

  /// Corrects the bytes that were read at an offset.
  mutating func correct(
    _ bytes: UnsafeMutableRawBufferPointer, at start: Int64, _ read: OggPositions.Reader
  ) {
    if start != end {
      patches = []
      positions.restart(at: max(start - contextLength, 0))
    }
    end = start + Int64(bytes.count)
    var part = Part()
    while positions.offset < end {
      if let page = positions.next(read) {
        if let header = Self.header(of: page, read) {
          patches.append(Patch(offset: page.offset, bytes: header))
        }
      } else if positions.isShort || !findPage(in: &part, read) {
        break
      }
    }
    for patch in patches {
      for (index, byte) in patch.bytes.enumerated() {
        let place = patch.offset + Int64(index) - start
        if place >= 0, place < Int64(bytes.count) { bytes[Int(place)] = byte }
      }
    }
    patches.removeAll { $0.offset + Int64(OggPage.headLength) <= end }
  }

  /// Returns the next page of a stream that is read once; nil at the end, or if there is none. `read` waits for bytes.
  mutating func nextPage(_ read: OggPositions.Reader) -> [UInt8]? {
    guard let page = positions.next(read) else { return nil }
    var bytes = Array(read(page.offset, page.header.length).prefix(page.header.length))
    if let header = Self.header(of: page, read), header.count <= bytes.count {
      bytes.replaceSubrange(..<header.count, with: header)
    }
    return bytes
  }

  /// Continues at the next header of a page in the bytes that were read; returns false if there is none.
  private mutating func findPage(in part: inout Part, _ read: OggPositions.Reader) -> Bool {
    var place = positions.offset + 1
    while place < end {
      var index = part.count
      if place >= part.start, place - part.start < Int64(part.count) {
        index = Int(place - part.start)
      }
      if part.count - index < Self.greatestHeaderLength {
        part = Part(start: place, record: HeaderRecord(bytes: read(place, OggPage.greatestLength)))
        index = 0
      }
      // At the end of the media, a header may be shorter.
      let isEnd = part.count < OggPage.greatestLength
      let limit = isEnd ? part.count : part.count - Self.greatestHeaderLength + 1
      if let found = Self.page(in: part.record, index..<max(index, limit)) {
        positions.restart(at: part.start + Int64(found))
        return positions.offset < end
      }
      place = part.start + Int64(limit)
      if isEnd { break }
    }
    positions.restart(at: place)
    return false
  }

  /// Returns the first index in a range at which a page begins.
  private static func page(in record: HeaderRecord, _ range: Range<Int>) -> Int? {
    record.bytes.withUnsafeBytes { bytes -> Int? in
      guard let start = bytes.baseAddress else { return nil }
      var index = range.lowerBound
      while index < range.upperBound,
        let found = memchr(start + index, Int32(magic[0]), range.upperBound - index)
      {
        index = UnsafeRawPointer(found) - start
        // The version, first, because it costs less than the rest.
        let version = index + magic.count
        if version < bytes.count, bytes[version] == 0, OggPage(record, at: index) != nil {
          return index
        }
        index += 1
      }
      return nil
    }
  }

  /// Returns the header of a page with its right position, without the lacing; nil if nothing changes.
  private static func header(of page: OggPositions.Page, _ read: OggPositions.Reader) -> [UInt8]? {
    guard let position = page.position else { return nil }
    let old = read(page.offset, OggPage.headLength)
    guard old.count >= OggPage.headLength else { return nil }
    var header = Array(old.prefix(OggPage.headLength))
    for index in 0..<8 {
      header[OggPage.positionOffset + index] = UInt8(
        truncatingIfNeeded: position >> (8 * Int64(index)))
    }
    let changed = (OggPage.positionOffset..<OggPage.positionOffset + 8).map { header[$0] ^ old[$0] }
    let rest = page.header.length - OggPage.positionOffset - 8
    let change = OggChecksum.ofBytes(changed, followedByZeros: rest)
    for index in 0..<4 {
      header[OggPage.checksumOffset + index] ^= UInt8(
        truncatingIfNeeded: change >> (8 * UInt32(index)))
    }
    return header
  }
}

/// The checksum of pages of Ogg, which is linear: a change of some bytes changes it independently of the others.
enum OggChecksum {
  private static let polynomial: UInt32 = 0x04C1_1DB7

  /// Returns the checksum of bytes with zeros behind them.
  static func ofBytes(_ bytes: [UInt8], followedByZeros count: Int) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = doubled(sum) }
    }
    // Each zero multiplies by x^8.
    var (factor, rest): (UInt32, Int) = (1 << 8, count)
    while rest > 0 {
      if rest & 1 != 0 { sum = product(sum, factor) }
      factor = product(factor, factor)
      rest >>= 1
    }
    return sum
  }

  private static func doubled(_ value: UInt32) -> UInt32 {
    value & 1 << 31 != 0 ? value << 1 ^ polynomial : value << 1
  }

  /// Returns the product of two polynomials.
  private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for bit in (0..<32 as Range<UInt32>).reversed() {
      result = doubled(result)
      if other >> bit & 1 != 0 { result ^= one }
    }
    return result
  }
}
