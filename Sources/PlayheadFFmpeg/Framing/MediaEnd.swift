/// Finds the end of the media in files whose structure shows it, although other bytes follow. libavformat reads these
/// as media, and ends with wrong packets or an error.
///
/// Sources of the formats: wiki.multimedia.cx, Sun AU and IVF; gabriel.mp3-tech.org, Xing header; wavpack.com,
/// WavPack 4 & 5 Binary File / Block Format; ffmpeg.org, NUT Open Container Format; SMPTE 360M, GXF.
enum MediaEnd {
  /// The containers whose end is found.
  static let containers: Set = ["au", "gxf", "ivf", "mp3", "nut", "w64", "wav", "wv"]
  /// The bytes that headers of frames may take.
  static let budget = 16 << 20
  /// The greatest number of bytes behind the end in which frames are looked for.
  private static let searchedLength: Int64 = 65_536

  /// Returns the end of the media in a container; nil if no other bytes follow, or if it is not certain.
  static func offset(of container: String, in bytes: inout HeaderBytes) -> Int64? {
    let end: Int64? =
      switch container {
      case "au": endOfAU(&bytes)
      case "gxf": endOfGXF(&bytes)
      case "ivf": endOfIVF(&bytes)
      case "mp3": endOfMP3(&bytes)
      case "nut": endOfNUT(&bytes)
      case "w64": endOfW64(&bytes)
      case "wav": endOfWAV(&bytes)
      case "wv": endOfWavPack(&bytes)
      default: nil
      }
    return end.flatMap { 0 < $0 && $0 < bytes.size ? $0 : nil }
  }

  /// The header declares the number of bytes, of 32 bits.
  private static func endOfAU(_ bytes: inout HeaderBytes) -> Int64? {
    guard let head = bytes.record(at: 0, count: 16), head.has(".snd", at: 0),
      let start = head.bigEndian(at: 4, 4), let length = head.bigEndian(at: 8, 4), length > 0,
      length < UInt32.max, bytes.size < 1 << 32
    else { return nil }
    return Int64(start) + Int64(length)
  }

  /// The last packet marks the end.
  private static func endOfGXF(_ bytes: inout HeaderBytes) -> Int64? {
    let place = max(bytes.size - searchedLength, 0)
    let name: [UInt8] = [0, 0, 0, 0, 1, 0xFB, 0, 0, 0, 16, 0, 0, 0, 0, 0xE1, 0xE2]
    guard let tail = bytes.record(at: place, count: Int(bytes.size - place)),
      let last = tail.bytes.indices.last(where: { tail.bytes[$0...].starts(with: name) })
    else { return nil }
    return place + Int64(last + name.count)
  }

  /// The chunks end where the length of all says.
  private static func endOfWAV(_ bytes: inout HeaderBytes) -> Int64? {
    guard let head = bytes.record(at: 0, count: 12), head.has("RIFF", at: 0),
      head.has("WAVE", at: 8), let length = head.littleEndian(at: 4, 4), bytes.size < 1 << 32
    else { return nil }
    let end = Int64(length) + 8
    var (offset, hasData) = (Int64(12), false)
    while offset < end, let chunk = bytes.record(at: offset, count: 8),
      let length = chunk.littleEndian(at: 4, 4)
    {
      hasData = hasData || chunk.has("data", at: 0)
      offset += 8 + Int64(length + length % 2)
    }
    return hasData && (offset == end || offset == end + 1) ? offset : nil
  }

  /// The first chunk contains all others, and declares the length of 64 bits behind its name of 16 bytes.
  private static func endOfW64(_ bytes: inout HeaderBytes) -> Int64? {
    guard let head = bytes.record(at: 0, count: 24), head.has("riff", at: 0),
      let length = head.littleEndian(at: 16, 8), length <= UInt64(bytes.size)
    else { return nil }
    let end = Int64(length)
    var (offset, hasData) = (Int64(40), false)
    while offset < end, let chunk = bytes.record(at: offset, count: 24),
      let length = chunk.littleEndian(at: 16, 8),
      (24...UInt64(bytes.size - offset)).contains(length)
    {
      hasData = hasData || chunk.has("data", at: 0)
      offset += (Int64(length) + 7) / 8 * 8
    }
    return hasData && (offset == end || offset == (end + 7) / 8 * 8) ? offset : nil
  }

  /// The header declares the number of frames, or the end in ticks, as older versions of libavformat write it.
  private static func endOfIVF(_ bytes: inout HeaderBytes) -> Int64? {
    // Writers that cannot go back leave a lower number, so that more frames may follow.
    guard let head = bytes.record(at: 0, count: 32), head.has("DKIF", at: 0),
      let start = head.littleEndian(at: 6, 2), let count = head.littleEndian(at: 24, 4), count > 0
    else { return nil }
    var (offset, number, last, step) = (Int64(start), UInt64(0), Int64(-1), Int64(1))
    while bytes.size - offset >= 12 {
      guard let frame = bytes.record(at: offset, count: 12),
        let length = frame.littleEndian(at: 0, 4), let ticks = frame.littleEndian(at: 4, 8)
      else { return nil }
      let time = Int64(truncatingIfNeeded: ticks)
      let (interval, isFar) = time.subtractingReportingOverflow(last)
      // A time may be wrong, but a frame of the declared number has bytes.
      let isNext =
        !isFar && (1..<1 << 16).contains(interval) || number < count && length > 0
      guard Int64(length) <= bytes.size - offset - 12, isNext else { break }
      (offset, number, last, step) = (offset + 12 + Int64(length), number + 1, time, interval)
    }
    let (end, isFar) = last.addingReportingOverflow(step)
    return number >= count || isFar || end >= Int64(count) ? offset : nil
  }

  /// A header in the first frame declares the number of bytes. Editors leave a wrong one.
  private static func endOfMP3(_ bytes: inout HeaderBytes) -> Int64? {
    guard let end = MP3Header(&bytes)?.end, end < bytes.size,
      bytes.size - end <= searchedLength,
      let rest = bytes.record(at: end, count: Int(bytes.size - end)), !rest.has("ID3", at: 0)
    else { return nil }
    return rest.bytes.withUnsafeBytes { rest in
      let isFrame = rest.indices.contains { index in
        guard let length = frame(at: index, in: rest)?.byteCount, length > 0,
          length < rest.count - index
        else { return false }
        return frame(at: index + length, in: rest) != nil
      }
      return isFrame || frame(at: 0, in: rest) != nil ? nil : end
    }
  }

  private static func frame(at index: Int, in bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    AudioFrameHeader(UnsafeRawBufferPointer(rebasing: bytes[index...]))
  }

  /// An index is the last packet, with no syncpoint behind it.
  private static func endOfNUT(_ bytes: inout HeaderBytes) -> Int64? {
    let place = max(bytes.size - searchedLength, 0)
    guard let tail = bytes.record(at: place, count: Int(bytes.size - place)) else { return nil }
    func last(_ name: [UInt8]) -> Int? {
      tail.bytes.indices.dropLast(name.count).last { tail.bytes[$0...].starts(with: name) }
    }
    guard let index = last([0x4E, 0x58, 0xDD, 0x67, 0x2F, 0x23, 0xE6, 0x4E]),
      (last([0x4E, 0x4B, 0xE4, 0xAD, 0xEE, 0xCA, 0x45, 0x69]) ?? 0) < index
    else { return nil }
    // Each byte of the length holds seven bits, and the last one has no eighth one.
    var (length, end) = (Int64(0), index + 8)
    for byte in tail.bytes[end...].prefix(8) {
      (length, end) = (length << 7 | Int64(byte & 0x7F), end + 1)
      if byte < 0x80 { break }
    }
    return place + Int64(end) + length + (length > 4_096 ? 4 : 0)
  }

  /// Blocks follow one another, and count the samples up to those that each declares for the file.
  private static func endOfWavPack(_ bytes: inout HeaderBytes) -> Int64? {
    var offset = MP3Header.endOfTags(of: &bytes)
    var isLast: Bool?
    while bytes.size - offset >= 32 {
      guard let block = bytes.record(at: offset, count: 32) else { return nil }
      guard block.has("wvpk", at: 0), let length = block.littleEndian(at: 4, 4), length >= 24,
        let total = block.littleEndian(at: 12, 4), let index = block.littleEndian(at: 16, 4),
        let count = block.littleEndian(at: 20, 4)
      else { break }
      guard Int64(length) <= bytes.size - offset - 8 else { return nil }
      isLast = total == UInt32.max ? nil : index + count >= total
      offset += 8 + Int64(length)
    }
    if let isLast { return isLast ? offset : nil }
    // The number of samples is unknown.
    guard offset < bytes.size, bytes.size - offset <= searchedLength,
      let rest = bytes.record(at: offset, count: Int(bytes.size - offset))
    else { return nil }
    return rest.bytes.indices.contains { rest.has("wvpk", at: $0) } ? nil : offset
  }
}
