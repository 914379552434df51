/// Finds out whether another recording follows the first one in a file, by few of its bytes or by all.
///
/// Sources of the formats: RFC 9639, 8 and 9.1; ffmpeg.org, NUT Open Container Format, index.
enum JoinedFile {
  /// The bytes in which another recording is looked for, unless few have shown that there is one.
  private static let budget: Int64 = 64 << 20
  private static let pieceLength: Int64 = 1 << 20

  /// The result of a judgement by few bytes.
  enum Verdict {
    case single
    case joined
    /// Another recording may follow.
    case unknown
  }

  /// Judges a file by few bytes. Returns the search for the other recording, too, with its place if that is known.
  static func judge(
    _ container: RecordingEnd.Container, _ bytes: inout HeaderBytes
  ) -> (verdict: Verdict, end: RecordingEnd) {
    if container == .flac { return judgeFLAC(&bytes) }
    if container == .nut { return (judgeNUT(&bytes), RecordingEnd(.nut)) }
    var end = RecordingEnd(container)
    search(&end, at: 0, RecordingEnd.headLength, &bytes)
    if case .places(let places) = end.rule {
      for place in places where end.found == nil {
        search(&end, at: place, RecordingEnd.beginningLength, &bytes)
      }
      return (end.found == nil ? .single : .joined, end)
    }
    return (end.found != nil ? .joined : end.rule == nil ? .single : .unknown, end)
  }

  /// Looks for another recording in a file. Nil if none follows; without a place if it may follow behind those bytes.
  static func end(
    of container: RecordingEnd.Container, _ bytes: inout HeaderBytes
  ) -> RecordingEnd? {
    let (verdict, begun) = judge(container, &bytes)
    if verdict == .single { return nil }
    var end = begun
    let limit = verdict == .joined ? bytes.size : min(bytes.size, budget)
    var place: Int64 = 0
    while end.found == nil, place < limit {
      let count = search(&end, at: place, Int(pieceLength), &bytes)
      guard count > 0 else { return end }
      place += Int64(count)
    }
    return end.found == nil && limit == bytes.size ? nil : end
  }

  /// Searches a part of a file. Returns how many bytes were searched, and belong to the recording.
  @discardableResult
  private static func search(
    _ end: inout RecordingEnd, at place: Int64, _ length: Int, _ bytes: inout HeaderBytes
  ) -> Int {
    let count = Int(clamping: min(bytes.size - place, Int64(length)))
    guard count > 0, let part = bytes.record(at: place, count: count)?.bytes else { return 0 }
    let isLast = place + Int64(count) == bytes.size
    return part.withUnsafeBytes { end.count($0, at: place, isLast: isLast) }
  }

  // MARK: NUT

  /// Judges NUT by the index at its end, which has the offset of the last syncpoint from the start of its recording.
  private static func judgeNUT(_ bytes: inout HeaderBytes) -> Verdict {
    let place = max(bytes.size - partLength, 0)
    guard let tail = bytes.record(at: place, count: Int(bytes.size - place))?.bytes,
      let index = MediaEnd.last(MediaEnd.indexOfNUT, in: tail[...]),
      let point = MediaEnd.last(MediaEnd.syncpointOfNUT, in: tail[..<index])
    else { return .unknown }
    var numbers = tail[(index + 8)...]
    func next() -> Int64 {
      var number: Int64 = 0
      while let byte = numbers.popFirst() {
        number = number << 7 | Int64(byte & 0x7F)
        if byte < 0x80 { break }
      }
      return number
    }
    // A long index has a checksum behind its length.
    if next() > 4_096 { numbers = numbers.dropFirst(4) }
    _ = next()
    var (last, count) = (Int64(0), next())
    while count > 0, !numbers.isEmpty {
      last = MovieFragments.sum(last, next())
      count -= 1
    }
    if count != 0 { return .unknown }
    return last == (place + Int64(point)) / 16 ? .single : .joined
  }

  // MARK: FLAC

  /// The bytes of a part of the file in which a frame is looked for.
  private static let partLength: Int64 = 64 << 10

  /// Judges FLAC by the numbers of its samples, which count from the start of each recording: they go back, or end
  /// elsewhere than declared.
  private static func judgeFLAC(_ bytes: inout HeaderBytes) -> (Verdict, RecordingEnd) {
    let start = MP3Header.endOfTags(of: &bytes)
    let search = RecordingEnd(.flac, from: start + 42)
    guard let head = bytes.record(at: start, count: 42), head.has("fLaC", at: 0),
      let blockLength = head.bigEndian(at: 10, 2), let field = head.bigEndian(at: 18, 8)
    else { return (.single, search) }
    let total = Int64(field & 0xF_FFFF_FFFF)
    let last = max(bytes.size - partLength, 0)
    var (before, end) = (Int64(0), Int64?.none)
    for place in [last / 64, last / 3, last / 2, last / 4 * 3, last] {
      let count = Int(min(partLength, bytes.size - place))
      guard let part = bytes.record(at: place, count: count)?.bytes else {
        return (.unknown, search)
      }
      let frames = frames(part, blockLength: Int64(blockLength))
      let goesBack =
        (frames.first?.lowerBound ?? before) < before
        || zip(frames, frames.dropFirst()).contains { $1.lowerBound <= $0.lowerBound }
      if goesBack { return (.joined, search) }
      (before, end) = (frames.first?.lowerBound ?? before, frames.last?.upperBound)
    }
    if total > 0, end == total { return (.single, search) }
    // One that ends before may have been cut.
    return (total > 0 && end.map { $0 > total } ?? false ? .joined : .unknown, search)
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
