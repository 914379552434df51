/// Finds the end of the media in files whose structure shows it, although other bytes follow. libavformat reads these
/// as media, and ends with wrong packets or an error.
///
/// Sources of the formats: wiki.multimedia.cx, Sun AU and IVF; gabriel.mp3-tech.org, Xing header; wavpack.com,
/// WavPack 4 & 5 Binary File / Block Format; ffmpeg.org, NUT Open Container Format; SMPTE 360M, GXF; ISO/IEC 14496-3,
/// ADTS; Adobe Flash Video File Format Specification; RFC 3533, Ogg; RFC 9559, Matroska.
enum MediaEnd {
  /// The containers whose end is found.
  static let containers: Set = [
    "aac", "au", "flv", "gxf", "ivf", "mp3", "nut", "ogg", "w64", "wav", "wv",
    "matroska,webm",
  ]
  /// The bytes that headers of frames may take.
  static let budget = 16 << 20
  /// The greatest number of bytes behind the end in which frames are looked for.
  private static let searchedLength: Int64 = 65_536

  /// Returns the end of the media in a container; nil if no other bytes follow, or if it is not certain.
  static func offset(of container: String, in bytes: inout HeaderBytes) -> Int64? {
    let end: Int64? =
      switch container {
      case "aac": endOfADTS(&bytes)
      case "au": endOfAU(&bytes)
      case "flv": endOfFLV(&bytes)
      case "gxf": endOfGXF(&bytes)
      case "ivf": endOfIVF(&bytes)
      case "mp3": endOfMP3(&bytes)
      case "nut": endOfNUT(&bytes)
      case "ogg": endOfOgg(&bytes)
      case "matroska,webm": endOfMatroska(&bytes)
      case "w64": endOfW64(&bytes)
      case "wav": endOfWAV(&bytes)
      case "wv": endOfWavPack(&bytes)
      default: nil
      }
    return end.flatMap { 0 < $0 && $0 < bytes.size ? $0 : nil }
  }

  /// The last bytes in which frames are looked for.
  private static func tail(_ bytes: inout HeaderBytes) -> (place: Int64, record: HeaderRecord)? {
    let place = max(bytes.size - searchedLength, 0)
    return bytes.record(at: place, count: Int(bytes.size - place)).map { (place, $0) }
  }

  /// Frames with the same header follow one another, and none is behind them.
  private static func endOfADTS(_ bytes: inout HeaderBytes) -> Int64? {
    guard let (place, tail) = tail(&bytes) else { return nil }
    // The first 26 bits are those of all frames, but for the bit that says whether a checksum follows.
    func kind(_ index: Int) -> UInt64? {
      let head = tail.bigEndian(at: index, 4) ?? 0
      return head & 0xFFF6_0000 == 0xFFF0_0000 ? head >> 6 & 0x3FF_FBFF : nil
    }
    func next(_ index: Int) -> Int? {
      let length = Int((tail.bigEndian(at: index + 3, 3) ?? 0) >> 5 & 0x1FFF)
      return length > 7 ? index + length : nil
    }
    func follow(_ start: Int) -> (end: Int, count: Int) {
      var (end, count) = (start, 0)
      while kind(end) == kind(start), let next = next(end), next <= tail.bytes.count {
        (end, count) = (next, count + 1)
      }
      return (end, count)
    }
    var found: (end: Int, kind: UInt64)?
    var index = 0
    while index < tail.bytes.count {
      if let kind = kind(index) {
        let (end, count) = follow(index)
        // A frame may be cut. Three in a row are no chance.
        if count >= 3 {
          (found, index) = ((end, kind), end)
          continue
        }
        if found?.kind == kind { return nil }
      }
      index += 1
    }
    return found.map { place + Int64($0.end) }
  }

  /// Each tag is followed by its length.
  private static func endOfFLV(_ bytes: inout HeaderBytes) -> Int64? {
    guard let (place, tail) = tail(&bytes) else { return nil }
    // Returns the start of the tag that ends with its length before an offset.
    func start(before end: Int) -> Int? {
      guard let length = tail.bigEndian(at: end - 4, 4), 11 <= length, length <= end - 4
      else { return nil }
      let start = end - 4 - Int(length)
      let isTag =
        [8, 9, 18].contains(tail.bytes[start]) && tail.bigEndian(at: start + 8, 3) == 0
        && tail.bigEndian(at: start + 1, 3) == length - 11
      return isTag ? start : nil
    }
    let end = stride(from: tail.bytes.count, through: 15, by: -1).first {
      start(before: $0).flatMap(start(before:)) != nil
    }
    guard let end else { return nil }
    // A tag may be cut, and even its header.
    let rest = tail.bytes[end...]
    let isTag = rest.first.map { [8, 9, 18].contains($0) } ?? false
    return isTag && rest.dropFirst(8).prefix(3).allSatisfy { $0 == 0 } ? nil : place + Int64(end)
  }

  /// The last page declares the lengths of its segments.
  private static func endOfOgg(_ bytes: inout HeaderBytes) -> Int64? {
    guard let (place, tail) = tail(&bytes),
      let start = tail.bytes.indices.last(where: { tail.has("OggS", at: $0) }),
      let count = tail.bigEndian(at: start + 26, 1), tail.bytes[start + 4] == 0,
      start + 27 + Int(count) <= tail.bytes.count
    else { return nil }
    let first = start + 27 + Int(count)
    return place + tail.bytes[start + 27..<first].reduce(Int64(first)) { $0 + Int64($1) }
  }

  /// The segment declares its length, and no other element is behind it.
  private static func endOfMatroska(_ bytes: inout HeaderBytes) -> Int64? {
    var offset = Int64(0)
    for name: UInt64 in [0x1A45_DFA3, 0x1853_8067] {
      guard let head = bytes.record(at: offset, count: 12), head.bigEndian(at: 0, 4) == name,
        let first = head.bigEndian(at: 4, 1), first > 0
      else { return nil }
      // The number of leading zeros is that of the bytes that follow.
      let count = UInt8(first).leadingZeroBitCount + 1
      let unknown = UInt64(1) << (7 * count) - 1
      guard let length = head.bigEndian(at: 4, count).map({ $0 & unknown }), length != unknown,
        length < UInt64(bytes.size)
      else { return nil }
      offset += 4 + Int64(count) + Int64(length)
    }
    // Another recording or a cluster may follow, if the declared length is wrong.
    guard offset < bytes.size, bytes.size - offset <= searchedLength,
      let rest = bytes.record(at: offset, count: Int(bytes.size - offset)),
      !rest.bytes.withUnsafeBytes(MatroskaReader.isElement)
    else { return nil }
    let names: [UInt64?] = [0x1A45_DFA3, 0x1F43_B675]
    return rest.bytes.indices.contains { names.contains(rest.bigEndian(at: $0, 4)) } ? nil : offset
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
    let name: [UInt8] = [0, 0, 0, 0, 1, 0xFB, 0, 0, 0, 16, 0, 0, 0, 0, 0xE1, 0xE2]
    guard let (place, tail) = tail(&bytes),
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
    guard let (place, tail) = tail(&bytes) else { return nil }
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
