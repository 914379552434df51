/// The samples of an Ogg file with one Opus stream, from the granule positions of its pages.
///
/// A capture of a stream does not begin at 0 (RFC 7845, 4.5). libavformat gives such a file the duration of
/// everything since 0, which depends on its version.
struct OpusSpan {
  /// The number of samples at 48 kHz from the beginning of the first page with sound to the end of the last page,
  /// with those that are skipped at the beginning.
  let length: Int64

  /// The number of bytes at each end that are searched: a page has at most 65,307.
  private static let searchedLength: Int64 = 200_000

  /// Returns nil if the file is not Ogg with one stream of Opus, or has a page without a usable position.
  init?(_ bytes: inout HeaderBytes) {
    let searched = min(bytes.size, Self.searchedLength)
    guard let beginning = bytes.record(at: 0, count: Int(searched)),
      let end = bytes.record(at: bytes.size - searched, count: Int(searched)),
      let first = OggPage(beginning, at: 0), beginning.has("OpusHead", at: first.body),
      let sound = Self.firstSound(in: beginning, after: first), !sound.isLast,
      let last = Self.lastPage(in: end), last.stream == first.stream,
      let count = sound.opusSampleCount(in: beginning)
    else { return nil }
    // A first page with fewer samples than its packets have is cut at its beginning.
    let start = max(sound.position - count, 0)
    guard last.position > start else { return nil }
    length = last.position - start
  }

  /// Returns the first page of the stream that ends a packet of sound.
  private static func firstSound(in record: HeaderRecord, after first: OggPage) -> OggPage? {
    var place = first.end
    while let page = OggPage(record, at: place), page.stream == first.stream {
      if page.position > 0 { return page.isContinued ? nil : page }
      place = page.end
    }
    return nil
  }

  /// Returns the last page that ends a packet.
  private static func lastPage(in record: HeaderRecord) -> OggPage? {
    var place = record.bytes.count - OggPage.headLength
    while place >= 0 {
      if let page = OggPage(record, at: place), page.position > 0 { return page }
      place -= 1
    }
    return nil
  }
}

/// A page of Ogg (RFC 3533).
private struct OggPage {
  static let headLength = 27

  let position: Int64
  let stream: UInt64
  let isContinued: Bool
  let isLast: Bool
  /// The offsets of the body and of the next page.
  let (body, end): (Int, Int)
  private let lacing: [UInt8]

  /// Returns nil if there is no page, or its number of samples is not credible.
  init?(_ record: HeaderRecord, at place: Int) {
    guard record.has("OggS", at: place), record.littleEndian(at: place + 4, 1) == 0,
      let flags = record.littleEndian(at: place + 5, 1),
      let granule = record.littleEndian(at: place + 6, 8),
      let stream = record.littleEndian(at: place + 14, 4),
      let count = record.littleEndian(at: place + 26, 1)
    else { return nil }
    let start = place + Self.headLength
    body = start + Int(count)
    guard body <= record.bytes.count else { return nil }
    lacing = Array(record.bytes[start..<body])
    end = lacing.reduce(body) { $0 + Int($1) }
    // All ones mean that no packet ends here.
    position = Int64(bitPattern: granule)
    self.stream = stream
    isContinued = flags & 1 != 0
    isLast = flags & 4 != 0
  }

  /// Returns the number of samples at 48 kHz of the packets that end in this page.
  func opusSampleCount(in record: HeaderRecord) -> Int64? {
    var count: Int64 = 0
    var (place, start) = (body, body)
    for length in lacing {
      place += Int(length)
      if length == 255 { continue }
      guard let samples = Self.opusSamples(of: record, in: start..<place) else { return nil }
      count += samples
      start = place
    }
    return count
  }

  /// Returns the number of samples of a packet, from its first bytes (RFC 6716, 3.1).
  private static func opusSamples(of record: HeaderRecord, in range: Range<Int>) -> Int64? {
    guard let head = range.isEmpty ? nil : record.littleEndian(at: range.lowerBound, 1) else {
      return nil
    }
    let configuration = Int(head >> 3)
    let length: Int64 =
      switch configuration {
      case ..<12: [480, 960, 1_920, 2_880][configuration & 3]
      case ..<16: configuration & 1 == 0 ? 480 : 960
      default: 120 << Int64(configuration & 3)
      }
    switch head & 3 {
    case 0: return length
    case 1, 2: return 2 * length
    default:
      guard range.count > 1 else { return nil }
      return record.littleEndian(at: range.lowerBound + 1, 1).map { Int64($0 & 0x3F) * length }
    }
  }
}
