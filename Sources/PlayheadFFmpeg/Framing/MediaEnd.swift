/// Finds the end of the media in files whose structure shows it, although other bytes follow. libavformat reads these
/// as media, and ends with wrong packets or an error.
///
/// A header alone is no proof, because its writer may not have completed it: no media of the same kind may follow.
/// AU has no end here, because its samples have no structure: any bytes behind the declared ones may be sound.
///
/// Sources of the formats: wiki.multimedia.cx, IVF; gabriel.mp3-tech.org, Xing header; wavpack.com,
/// WavPack 4 & 5 Binary File / Block Format; ffmpeg.org, NUT Open Container Format; SMPTE 360M, GXF.
enum MediaEnd {
  /// The containers whose end is found.
  static let containers: Set = ["gxf", "ivf", "mp3", "nut", "w64", "wav", "wv"]
  /// The bytes that headers of frames may take.
  static let budget = 16 << 20
  /// The greatest number of bytes behind the end in which frames are looked for.
  private static let searchedLength: Int64 = 65_536
  /// The same for blocks of WavPack: a tag with a wrong length may contain pictures.
  private static let searchedLengthOfWavPack: Int64 = 4 << 20
  /// The greatest number of chunks behind the end among which sound is looked for.
  private static let greatestChunkCount = 4_096
  /// The greatest length of a frame of MP3.
  private static let greatestFrameLength = 1_441

  /// Returns the end of the media in a container; nil if no other bytes follow, or if it is not certain.
  static func offset(of container: String, in bytes: inout HeaderBytes) -> Int64? {
    let end: Int64? =
      switch container {
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

  /// The last packet marks the end.
  private static func endOfGXF(_ bytes: inout HeaderBytes) -> Int64? {
    let place = max(bytes.size - searchedLength, 0)
    guard let tail = bytes.record(at: place, count: Int(bytes.size - place))?.bytes else {
      return nil
    }
    let last = tail.indices.dropLast(15).last {
      tail[$0...].starts(with: [0, 0, 0, 0, 1])
        && tail[($0 + 10)...].starts(with: [0, 0, 0, 0, 0xE1, 0xE2])
    }
    guard let last, tail[(last + 5)...].starts(with: [0xFB, 0, 0, 0, 16]) else { return nil }
    return place + Int64(last + 16)
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
      if chunk.has("data", at: 0) {
        // Writers that do not know the length declare none, or almost 2 GiB.
        guard (1..<0x7FFF_F000).contains(length) else { return nil }
        hasData = true
      }
      offset += 8 + Int64(length + length % 2)
    }
    guard hasData, offset == end || offset == end + 1 else { return nil }
    // Players do not read another file there.
    if WAVHeaders.begin(at: offset, in: &bytes) { return offset }
    let isFollowed = soundFollows(at: offset, headerLength: 8, in: &bytes) { chunk in
      chunk.littleEndian(at: 4, 4).map { 8 + Int64($0 + $0 % 2) }
    }
    return isFollowed ? nil : offset
  }

  /// Whether another file or a chunk of sound follows, among at most as many chunks as are read.
  private static func soundFollows(
    at start: Int64, headerLength: Int, in bytes: inout HeaderBytes,
    length: (HeaderRecord) -> Int64?
  ) -> Bool {
    var offset = start
    for _ in 0..<greatestChunkCount {
      guard bytes.size - offset >= Int64(headerLength) else { return false }
      guard let chunk = bytes.record(at: offset, count: headerLength) else { return true }
      if ["RIFF", "riff", "data"].contains(where: { chunk.has($0, at: 0) }) { return true }
      guard let length = length(chunk), length < bytes.size - offset else { return false }
      offset += length
    }
    return true
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
      if chunk.has("data", at: 0) {
        guard length > 24 else { return nil }
        hasData = true
      }
      offset += (Int64(length) + 7) / 8 * 8
    }
    guard hasData, offset == end || offset == (end + 7) / 8 * 8 else { return nil }
    let size = bytes.size
    let isFollowed = soundFollows(at: offset, headerLength: 24, in: &bytes) { chunk in
      chunk.littleEndian(at: 16, 8).flatMap {
        (24...UInt64(size)).contains($0) ? (Int64($0) + 7) / 8 * 8 : nil
      }
    }
    return isFollowed ? nil : offset
  }

  /// Returns the end of as many frames as the header declares, or at the end in ticks that some versions declare.
  private static func endOfIVF(_ bytes: inout HeaderBytes) -> Int64? {
    // Writers that cannot go back leave another number, which proves nothing if it is not exactly right.
    guard let head = bytes.record(at: 0, count: 32), head.has("DKIF", at: 0),
      let start = head.littleEndian(at: 6, 2), let rate = head.littleEndian(at: 16, 4),
      let scale = head.littleEndian(at: 20, 4), let count = head.littleEndian(at: 24, 4), count > 0
    else { return nil }
    var (offset, number, first, last) = (Int64(start), Int64(0), Int64?.none, Int64(-1))
    var step = Int64(0)
    while bytes.size - offset >= 12 {
      guard let frame = bytes.record(at: offset, count: 12),
        let length = frame.littleEndian(at: 0, 4), let ticks = frame.littleEndian(at: 4, 8)
      else { return nil }
      let time = Int64(truncatingIfNeeded: ticks)
      // A time may be wrong, but a frame has bytes, unless it repeats the previous one.
      guard length > 0 || time > last else { break }
      guard Int64(length) <= bytes.size - offset - 12 else {
        // A frame that was cut is within an hour of the previous one.
        let interval = Int128(time) - Int128(last)
        if interval > 0, interval * Int128(scale) <= 3_600 * Int128(rate) { return nil }
        break
      }
      step = first == nil ? 0 : time.subtractingReportingOverflow(last).partialValue
      (offset, number, first, last) = (offset + 12 + Int64(length), number + 1, first ?? time, time)
    }
    if bytes.record(at: offset, count: 4)?.has("DKIF", at: 0) == true { return nil }
    let ticks = Int128(last) - Int128(first ?? 0)
    let isDeclared =
      number == count || ticks + Int128(step) == count
      || number > 1 && ticks * Int128(number) / Int128(number - 1) == count
    return isDeclared ? offset : nil
  }

  /// A header in the first frame declares the number of bytes. Editors leave a wrong one.
  private static func endOfMP3(_ bytes: inout HeaderBytes) -> Int64? {
    guard let end = MP3Header(&bytes)?.end, end < bytes.size,
      bytes.size - end <= searchedLength, isEndOfFrames(end, in: &bytes),
      let rest = bytes.record(at: end, count: Int(bytes.size - end)), !rest.has("ID3", at: 0)
    else { return nil }
    return rest.bytes.withUnsafeBytes { rest in
      let isFrame = rest.indices.contains { index in
        guard let length = frame(at: index, in: rest)?.byteCount, length > 0,
          length <= rest.count - index
        else { return false }
        return length == rest.count - index || frame(at: index + length, in: rest) != nil
      }
      return isFrame || frame(at: 0, in: rest) != nil ? nil : end
    }
  }

  /// Whether two frames of MP3 end at an offset.
  private static func isEndOfFrames(_ end: Int64, in bytes: inout HeaderBytes) -> Bool {
    let count = Int(min(end, Int64(2 * greatestFrameLength)))
    guard let record = bytes.record(at: end - Int64(count), count: count) else { return false }
    return record.bytes.withUnsafeBytes { bytes in
      func starts(ofFramesUpTo end: Int) -> [Int] {
        (max(end - greatestFrameLength, 0)..<end).filter { start in
          frame(at: start, in: bytes).map { $0.layer == 3 && $0.byteCount == end - start } ?? false
        }
      }
      return starts(ofFramesUpTo: count).contains { !starts(ofFramesUpTo: $0).isEmpty }
    }
  }

  private static func frame(at index: Int, in bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    AudioFrameHeader(UnsafeRawBufferPointer(rebasing: bytes[index...]))
  }

  static let indexOfNUT: [UInt8] = [0x4E, 0x58, 0xDD, 0x67, 0x2F, 0x23, 0xE6, 0x4E]
  static let syncpointOfNUT: [UInt8] = [0x4E, 0x4B, 0xE4, 0xAD, 0xEE, 0xCA, 0x45, 0x69]

  /// Returns the index of the last place at which bytes begin with others.
  static func last(_ name: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast(name.count).last {
      bytes[$0] == name[0] && bytes[$0...].starts(with: name)
    }
  }

  /// An index is the last packet, with no syncpoint behind it.
  private static func endOfNUT(_ bytes: inout HeaderBytes) -> Int64? {
    let place = max(bytes.size - searchedLength, 0)
    guard let tail = bytes.record(at: place, count: Int(bytes.size - place)),
      let index = last(indexOfNUT, in: tail.bytes[...]),
      (last(syncpointOfNUT, in: tail.bytes[...]) ?? 0) < index
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
    // The number of samples may be unknown.
    var isLast = false
    while bytes.size - offset >= 32 {
      guard let block = bytes.record(at: offset, count: 32) else { return nil }
      guard block.has("wvpk", at: 0), let length = block.littleEndian(at: 4, 4), length >= 24,
        let total = block.littleEndian(at: 12, 4), let index = block.littleEndian(at: 16, 4),
        let count = block.littleEndian(at: 20, 4)
      else { break }
      guard Int64(length) <= bytes.size - offset - 8 else { return nil }
      isLast = total == UInt32.max || index + count >= total
      offset += 8 + Int64(length)
    }
    guard isLast, offset < bytes.size, bytes.size - offset <= searchedLengthOfWavPack,
      let rest = bytes.record(at: offset, count: Int(bytes.size - offset))?.bytes
    else { return nil }
    let name = Array("wvpk".utf8)
    // A recorder may have written a part of the next header.
    let isFollowed =
      name.starts(with: rest)
      || rest.indices.contains { rest[$0] == name[0] && rest[$0...].starts(with: name) }
    return isFollowed ? nil : offset
  }
}
