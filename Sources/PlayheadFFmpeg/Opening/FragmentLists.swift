import CPlayheadFFmpeg
import PlayheadTimekeeping

/// The packets of fragments of MP4 that libavformat lists, by stream.
///
/// It lists those of a fragment when it reads the fragment; of a URL with ranges and without `sidx`, those of all
/// fragments when it opens the URL.
struct FragmentLists {
  /// The greatest number of packets that are judged when the media is opened, and in one fragment. A number in a header
  /// may list far more of them than there are bytes.
  private static let greatestCount = 1 << 22
  private static let greatestFragmentCount = 1 << 18

  private let context: UnsafeMutablePointer<AVFormatContext>

  /// Returns nil unless this is a movie whose header lists no packets, and fragments list no more than are judged.
  init?(of context: UnsafeMutablePointer<AVFormatContext>) {
    self.context = context
    let hasPackets = streams.contains { context.pointee.streams[$0]?.pointee.nb_frames ?? 0 > 0 }
    if !Demuxer.isMovie(context.pointee.iformat) || hasPackets { return nil }
    let size = context.pointee.pb.map { avio_size($0) } ?? -1
    let greatest = size > 0 ? min(size, Int64(Self.greatestCount)) : Int64(Self.greatestCount)
    if streams.reduce(0, { $0 + Int64(count($1)) }) > greatest { return nil }
  }

  /// The indices of the streams.
  var streams: Range<Int> { 0..<Int(context.pointee.nb_streams) }

  /// Returns nil for an index that no stream has.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    streams.contains(index) ? context.pointee.streams[index] : nil
  }

  /// Whether a stream is sound or pictures.
  func isPresented(_ index: Int) -> Bool {
    let kind = stream(index)?.pointee.codecpar.pointee.codec_type
    return kind == AVMEDIA_TYPE_AUDIO || kind == AVMEDIA_TYPE_VIDEO
  }

  func isPicture(_ index: Int) -> Bool {
    stream(index)?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
  }

  func count(_ stream: Int) -> Int {
    self.stream(stream).map { Int(avformat_index_get_entries_count($0)) } ?? 0
  }

  private func entry(_ stream: Int, _ number: Int) -> UnsafePointer<AVIndexEntry>? {
    self.stream(stream).flatMap { avformat_index_get_entry($0, Int32(number)) }
  }

  func ticks(_ stream: Int, _ number: Int) -> Int64 {
    entry(stream, number)?.pointee.timestamp ?? 0
  }

  func bytes(_ stream: Int, _ number: Int) -> Range<Int64> {
    guard let entry = entry(stream, number)?.pointee, entry.pos >= 0 else { return 0..<0 }
    return entry.pos..<MovieFragments.sum(entry.pos, Int64(max(entry.size, 0)))
  }

  /// The number of the first packet of a stream at or behind an offset.
  func number(_ stream: Int, at offset: Int64) -> Int {
    var (low, high) = (0, count(stream))
    while low < high {
      let middle = low + (high - low) / 2
      if bytes(stream, middle).lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether another fragment begins with a packet: between it and the one before it in its stream are bytes that
  /// belong to no packet.
  func beginsFragment(_ stream: Int, _ number: Int) -> Bool {
    guard number > 0 else { return true }
    let (start, end) = (
      bytes(stream, number - 1).upperBound, bytes(stream, number).lowerBound
    )
    var rest = MovieFragments.distance(from: start, to: end)
    if rest < 0 { return true }
    for other in streams where other != stream && rest >= MovieFragments.leastDistance {
      var next = self.number(other, at: start)
      while next < count(other), case let bytes = bytes(other, next), bytes.lowerBound < end,
        rest >= MovieFragments.leastDistance
      {
        rest = MovieFragments.distance(from: Int64(bytes.count), to: rest)
        next += 1
      }
    }
    return rest >= MovieFragments.leastDistance
  }

  /// The number behind the last packet of the fragment that begins with a packet, or behind the last one that is judged.
  func endOfFragment(_ stream: Int, _ number: Int) -> Int {
    let count = min(count(stream), number + Self.greatestFragmentCount)
    var end = number + 1
    while end < count, !beginsFragment(stream, end) { end += 1 }
    return end
  }

  /// Whether a fragment lists no more packets than are judged.
  func isJudged(_ fragment: Range<Int>) -> Bool { fragment.count < Self.greatestFragmentCount }

  /// Whether the first packets of three fragments of a stream have been read.
  func hasThreeFragments(_ stream: Int) -> Bool {
    let second = endOfFragment(stream, 0)
    guard second < count(stream), let input = context.pointee.pb else { return false }
    let third = endOfFragment(stream, second)
    return third < count(stream) && bytes(stream, third).upperBound <= avio_tell(input)
  }

  /// Whether all fragments are listed; otherwise libavformat has read one.
  var areComplete: Bool {
    guard let input = context.pointee.pb, input.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 else {
      return false
    }
    return streams.contains { stream in
      (0..<count(stream)).dropFirst().contains { beginsFragment(stream, $0) }
    }
  }

  /// Corrects the wrong times of fragments in the lists, from which libavformat takes those of packets; returns nil if
  /// there are none. Call this when all fragments are listed.
  func correct() -> MovieFragments? {
    let lists = streams.compactMap { index -> MovieFragments.List? in
      guard let stream = stream(index)?.pointee else { return nil }
      return MovieFragments.List(
        track: Int64(stream.id), isJudged: isPresented(index),
        timebase: Timebase(ffmpeg: stream.time_base),
        packets: (0..<count(index)).map { (bytes(index, $0), ticks(index, $0)) })
    }
    guard let fragments = MovieFragments(lists) else { return nil }
    for index in streams {
      guard let stream = stream(index) else { continue }
      var (wrongEnd, end) = (Int64.min, Int64.min)
      for number in 0..<count(index) {
        guard let entry = UnsafeMutablePointer(mutating: entry(index, number)) else { break }
        wrongEnd = max(wrongEnd, entry.pointee.timestamp)
        if let found = fragments.deviation(
          ofTrack: Int64(stream.pointee.id), at: entry.pointee.pos)
        {
          entry.pointee.timestamp = MovieFragments.distance(
            from: found.ticks, to: entry.pointee.timestamp)
        }
        // libavformat has compared it with wrong ones.
        if entry.pointee.timestamp > end { entry.pointee.flags &= ~AVINDEX_DISCARD_FRAME }
        end = max(end, entry.pointee.timestamp)
      }
      // The greatest end until now.
      if wrongEnd > end {
        let excess = MovieFragments.distance(from: end, to: wrongEnd)
        stream.pointee.duration = max(
          MovieFragments.distance(from: excess, to: stream.pointee.duration), 0)
      }
    }
    return fragments
  }
}
