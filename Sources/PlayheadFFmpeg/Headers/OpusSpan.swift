/// The samples of a stream of Opus in Ogg, from the granule positions of its pages.
///
/// A capture of a stream does not begin at 0 (RFC 7845, 4.5). libavformat gives such a file the duration of
/// everything since 0, which depends on its version.
struct OpusSpan {
  /// The samples at 48 kHz from the first page with sound to the end of the last page, with those skipped at the start.
  let length: Int64

  /// The number of bytes at each end that are searched: a page has at most 65,307. Pictures may be between pages.
  private static let searchedLength: Int64 = 200_000
  private static let searchedLengthWithOthers: Int64 = 1 << 20

  /// Finds the span of a stream; nil if it is not Opus in Ogg, or a page has no usable position.
  init?(_ bytes: inout HeaderBytes, stream index: Int, isAlone: Bool) {
    // The index is that in the order of first pages. Without another stream, less is searched.
    let searched = min(
      bytes.size, isAlone ? Self.searchedLength : Self.searchedLengthWithOthers)
    guard let beginning = bytes.record(at: 0, count: Int(searched)),
      let end = bytes.record(at: bytes.size - searched, count: Int(searched)),
      let (first, start) = Self.firstPage(in: beginning, ofStream: index),
      beginning.has("OpusHead", at: start + first.bodyOffset),
      let (sound, offset) = Self.firstSound(in: beginning, of: first.stream, isAlone: isAlone),
      !sound.isLast, let last = Self.lastPage(in: end, of: first.stream, isAlone: isAlone),
      last.stream == first.stream, let count = sound.opusSampleCount(in: beginning, at: offset)
    else { return nil }
    // A first page with fewer samples than its packets have is cut at its beginning.
    let begin = max(sound.position - count, 0)
    guard last.position > begin else { return nil }
    length = last.position - begin
  }

  /// Returns the first page of a stream, and its offset.
  private static func firstPage(
    in record: HeaderRecord, ofStream index: Int
  ) -> (OggPage, Int)? {
    var (offset, count) = (0, 0)
    while let page = OggPage(record, at: offset), page.isFirst {
      if count == index { return (page, offset) }
      count += 1
      offset += page.length
    }
    return nil
  }

  /// Returns the first page of the stream that ends a packet of sound, and its offset.
  private static func firstSound(
    in record: HeaderRecord, of stream: UInt32, isAlone: Bool
  ) -> (OggPage, Int)? {
    var offset = 0
    while let page = OggPage(record, at: offset), page.stream == stream || !isAlone {
      if page.stream == stream, page.position > 0 {
        return page.isContinued ? nil : (page, offset)
      }
      offset += page.length
    }
    return nil
  }

  /// Returns the last page that ends a packet, of a stream unless it is alone.
  private static func lastPage(
    in record: HeaderRecord, of stream: UInt32, isAlone: Bool
  ) -> OggPage? {
    var offset = record.bytes.count - OggPage.headLength
    while offset >= 0 {
      if let page = OggPage(record, at: offset), page.position > 0,
        isAlone || page.stream == stream
      {
        return page
      }
      offset -= 1
    }
    return nil
  }
}

extension OggPage {
  /// Returns the number of samples at 48 kHz of the packets of Opus that end in a page.
  fileprivate func opusSampleCount(in record: HeaderRecord, at offset: Int) -> Int64? {
    var count: Int64 = 0
    for part in parts where part.isEnd {
      let range = part.range.lowerBound + offset..<part.range.upperBound + offset
      guard range.upperBound <= record.bytes.count,
        let samples = OggLengths.opusLength(of: Array(record.bytes[range].prefix(2)))
      else { return nil }
      count += samples
    }
    return count
  }
}
