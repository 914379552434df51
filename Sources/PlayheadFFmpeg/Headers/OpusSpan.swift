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
      let first = OggPage(beginning), beginning.has("OpusHead", at: first.bodyOffset),
      let (sound, place) = Self.firstSound(in: beginning, after: first), !sound.isLast,
      let last = Self.lastPage(in: end), last.stream == first.stream,
      let count = sound.opusSampleCount(in: beginning, at: place)
    else { return nil }
    // A first page with fewer samples than its packets have is cut at its beginning.
    let start = max(sound.position - count, 0)
    guard last.position > start else { return nil }
    length = last.position - start
  }

  /// Returns the first page of the stream that ends a packet of sound, and its offset.
  private static func firstSound(
    in record: HeaderRecord, after first: OggPage
  ) -> (OggPage, Int)? {
    var place = first.length
    while let page = OggPage(record, at: place), page.stream == first.stream {
      if page.position > 0 { return page.isContinued ? nil : (page, place) }
      place += page.length
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

extension OggPage {
  /// Returns the number of samples at 48 kHz of the packets of Opus that end in a page.
  fileprivate func opusSampleCount(in record: HeaderRecord, at place: Int) -> Int64? {
    var count: Int64 = 0
    for part in parts where part.isEnd {
      let range = part.range.lowerBound + place..<part.range.upperBound + place
      guard range.upperBound <= record.bytes.count,
        let samples = OggSound.opusLength(of: Array(record.bytes[range].prefix(2)))
      else { return nil }
      count += samples
    }
    return count
  }
}
