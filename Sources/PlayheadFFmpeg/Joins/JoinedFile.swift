import Glibc

/// Finds out whether a file consists of several recordings that were joined (`cat a b`), in containers that do not
/// provide for that, but whose demuxers read on into the next recording.
///
/// Sources of the formats: RFC 9639, 8 and 9.1; RFC 8794, 11.2; RFC 9559, 5.1; ffmpeg.org, NUT Open Container Format.
enum JoinedFile {
  /// FFmpeg's names of the containers, except FLAC.
  static let containers: Set = ["matroska,webm", "nut"]
  /// The bytes in which another recording is looked for, if the start does not declare where it may begin.
  static let budget = 64 << 20
  private static let pieceLength = 1 << 20

  /// Whether another recording of the container begins behind the start of a file.
  static func isJoined(_ container: String, _ bytes: inout HeaderBytes) -> Bool {
    switch container {
    case "matroska,webm": isJoinedMatroska(&bytes)
    case "nut": offset(of: [Array("nut/multimedia container\0".utf8)], from: 1, &bytes) != nil
    default: false
    }
  }

  /// Returns the offset of the first one of these sequences of at most 32 bytes; nil if the file has none.
  private static func offset(
    of beginnings: [[UInt8]], from start: Int64, _ bytes: inout HeaderBytes
  ) -> Int64? {
    var place = start
    while place < bytes.size {
      let count = Int(min(bytes.size - place, Int64(pieceLength + 32)))
      guard let piece = bytes.record(at: place, count: count)?.bytes else { return nil }
      if let index = beginnings.compactMap({ index(of: $0, piece) }).min() {
        return place + Int64(index)
      }
      place += Int64(pieceLength)
    }
    return nil
  }

  private static func index(of beginning: [UInt8], _ piece: [UInt8]) -> Int? {
    piece.withUnsafeBytes { piece in
      guard let start = piece.baseAddress, let first = beginning.first else { return nil }
      var index = 0
      while piece.count - index >= beginning.count,
        let place = memchr(start + index, Int32(first), piece.count - index)
      {
        index = UnsafeRawPointer(place) - start
        if piece[index...].starts(with: beginning) { return index }
        index += 1
      }
      return nil
    }
  }

  // MARK: Matroska

  private static let headerOfMatroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

  /// A segment declares its end, except in a live recording.
  private static func isJoinedMatroska(_ bytes: inout HeaderBytes) -> Bool {
    var place: Int64 = 0
    while let head = bytes.record(at: place, count: Int(min(12, bytes.size - place)))?.bytes,
      let element = element(head)
    {
      let isSegment = head.starts(with: [0x18, 0x53, 0x80, 0x67])
      guard let length = element.length else {
        return isSegment
          && offset(of: [headerOfMatroska], from: place + element.head, &bytes) != nil
      }
      guard length < bytes.size - place - element.head else { return false }
      place += element.head + length
      if isSegment {
        return bytes.record(at: place, count: 4)?.bytes == headerOfMatroska
      }
    }
    return false
  }

  /// Returns the number of bytes before the content of an element, and its length; nil for an unknown one.
  private static func element(_ bytes: [UInt8]) -> (head: Int64, length: Int64?)? {
    guard let first = bytes.first, first > 0 else { return nil }
    let name = first.leadingZeroBitCount + 1
    guard bytes.count > name, bytes[name] > 0 else { return nil }
    let count = bytes[name].leadingZeroBitCount + 1
    guard let raw = HeaderRecord(bytes: bytes).bigEndian(at: name, count) else { return nil }
    let greatest = (UInt64(1) << UInt64(7 * count)) - 1
    let length = raw & greatest
    return (Int64(name + count), length == greatest ? nil : Int64(length))
  }

  // MARK: FLAC

  /// The bytes of a part of the file in which a frame is looked for.
  private static let partLength: Int64 = 64 << 10

  private static let greatestCount = 1_000

  /// Returns the headers of the recordings of FLAC behind the first one in a file.
  ///
  /// The samples are numbered from the start of each recording. The numbers go back, or end elsewhere than declared.
  static func laterHeadersOfFLAC(_ bytes: inout HeaderBytes) -> [Range<Int64>] {
    let start = MP3Header.endOfTags(of: &bytes)
    guard let head = bytes.record(at: start, count: 42), head.has("fLaC", at: 0),
      let blockLength = head.bigEndian(at: 10, 2), let field = head.bigEndian(at: 18, 8)
    else { return [] }
    let total = Int64(field & 0xF_FFFF_FFFF)
    let last = max(bytes.size - partLength, 0)
    var (before, end, isSuspect) = (Int64(0), Int64?.none, total == 0)
    for place in [last / 64, last / 3, last / 2, last / 4 * 3, last] where !isSuspect {
      let count = Int(min(partLength, bytes.size - place))
      guard let part = bytes.record(at: place, count: count)?.bytes else { return [] }
      let frames = frames(part, blockLength: Int64(blockLength))
      isSuspect =
        (frames.first?.lowerBound ?? before) < before
        || zip(frames, frames.dropFirst()).contains { $1.lowerBound <= $0.lowerBound }
      (before, end) = (frames.first?.lowerBound ?? before, frames.last?.upperBound)
    }
    guard isSuspect || end != total else { return [] }
    // The first block describes the stream, in 34 bytes, and may be the last one.
    let beginnings = [0, 0x80].map { Array("fLaC".utf8) + [$0, 0, 0, 34] }
    var (headers, place) = ([Range<Int64>](), start + 42)
    while headers.count < greatestCount, let next = offset(of: beginnings, from: place, &bytes),
      let end = endOfBlocks(at: next + 4, &bytes)
    {
      headers.append(next..<end)
      place = end
    }
    return headers
  }

  /// Returns the end of the blocks before the frames of a recording, of which the last one is marked.
  private static func endOfBlocks(at start: Int64, _ bytes: inout HeaderBytes) -> Int64? {
    var place = start
    while let head = bytes.record(at: place, count: 4), let length = head.bigEndian(at: 1, 3) {
      place += 4 + Int64(length)
      if head.bytes[0] & 0x80 != 0 { return place }
    }
    return nil
  }

  /// Returns the numbers of the samples in the frames that begin in some bytes.
  private static func frames(_ bytes: [UInt8], blockLength: Int64) -> [Range<Int64>] {
    bytes.withUnsafeBytes { bytes in
      bytes.indices.dropLast(16).compactMap { index in
        guard bytes[index] == 0xFF, bytes[index + 1] & 0xFE == 0xF8 else { return nil }
        return frame(UnsafeRawBufferPointer(rebasing: bytes[index...]), blockLength)
      }
    }
  }

  /// Returns the numbers of the samples in a frame; nil if the bytes are no header of one.
  private static func frame(
    _ bytes: UnsafeRawBufferPointer, _ blockLength: Int64
  ) -> Range<Int64>? {
    let isVariable = bytes[1] & 1 == 1
    guard let count = SoundFrame.sampleCount(bytes, codec: "flac"), count > 0,
      bytes[2] & 0xF != 0xF, bytes[3] & 1 == 0, bytes[4] < 0xFE, bytes[4] & 0xC0 != 0x80
    else { return nil }
    // The number is coded as a character of UTF-8.
    let width = max((~bytes[4]).leadingZeroBitCount, 1)
    var number = width == 1 ? Int64(bytes[4]) : Int64(bytes[4]) & (0x7F >> Int64(width))
    for byte in bytes[5..<4 + width] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(byte & 0x3F)
    }
    let lengths = [6: 1, 7: 2][bytes[2] >> 4] ?? 0
    let rates = [12: 1, 13: 2, 14: 2][bytes[2] & 0xF] ?? 0
    let end = 4 + width + lengths + rates
    let sum = bytes[..<end].reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 != 0 ? 7 : 0) }
    }
    guard sum == bytes[end] else { return nil }
    let first = isVariable ? number : number * blockLength
    return first..<first + count
  }
}
