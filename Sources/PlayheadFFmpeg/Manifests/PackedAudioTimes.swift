import CPlayheadFFmpeg
import PlayheadMedia

/// The times of packed audio in a list of HLS.
///
/// FFmpeg gives the timestamp of a segment to the first packet that it returns after reading the segment's tag. Its
/// parser, or its search for the parameters of a track, may then still hold packets of the segments before.
final class PackedAudioTimes {
  private struct Segment {
    /// The offset of the first frame, counted as FFmpeg does: over all segments, without tags.
    let offset: Int64
    let timestamp: Int64
  }

  /// The greatest length of tags that are read. FFmpeg takes longer ones for frames.
  private static let greatestTagLength = 1 << 20

  /// The index of the track.
  private let track: Int
  /// The segments from that of the last packet on.
  private var segments: [Segment] = []
  /// The number of bytes that FFmpeg has read since it began or has sought.
  private var position: Int64 = 0
  /// The first bytes of a segment, until all tags are read; nil behind them.
  private var head: [UInt8]?
  /// The end of the tags that were found in these.
  private var tagsEnd = 0
  /// The timestamp of the first segment; nil if it has none. FFmpeg then ignores all tags.
  private var first: Int64?
  private var hasBegun = false
  /// What is added to the times of packets.
  private var correction: Int64 = 0
  /// The offset of the segment of the last packet, and when that ends by FFmpeg's times.
  private var last: (segment: Int64, end: Int64)?
  private var hasSought = false
  /// Whether the times after a seek are not known, because FFmpeg has skipped the start of a segment.
  private(set) var isLost = false

  init(track: Int) { self.track = track }

  func beginSegment() { (head, tagsEnd) = ([], 0) }

  func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard head != nil else { return advance(bytes.count) }
    head?.append(contentsOf: bytes)
    guard let head else { return }
    if let end = PackedAudioClock.endOfTags(in: head, from: &tagsEnd) {
      finish(head, end)
    } else if head.count > Self.greatestTagLength {
      finish(head, 0)
    }
  }

  func endSegment() {
    guard let head else { return }
    let end = PackedAudioClock.endOfTags(in: head, from: &tagsEnd, isWhole: true) ?? 0
    finish(head, min(end, head.count))
  }

  private func finish(_ head: [UInt8], _ end: Int) {
    self.head = nil
    let timestamp = end > 0 ? PackedAudioClock.timestamp(of: head) : nil
    if !hasBegun { (hasBegun, first) = (true, timestamp) }
    if first != nil, let timestamp {
      segments.append(Segment(offset: position, timestamp: timestamp))
    }
    advance(head.count - end)
  }

  private func advance(_ count: Int) { position &+= Int64(count) }

  /// Counts again, because FFmpeg reads on elsewhere.
  func restart() {
    segments.removeAll()
    (position, head, correction, last) = (0, nil, 0, nil)
    (hasSought, isLost) = (true, false)
  }

  /// Moves the start that FFmpeg gives the track to the timestamp of the first segment. Returns whether it differs.
  func correctStart(of tracks: inout [MediaTrack]) -> Bool {
    guard let first, tracks.indices.contains(track), let start = tracks[track].startTicks,
      case let distance = Self.distance(from: start, to: first), distance != 0
    else { return false }
    tracks[track].startTicks = start &+ distance
    return true
  }

  /// Gives a packet the time that follows from the tag of its segment.
  func correct(_ packet: borrowing Packet) {
    let fields = packet.pointer.pointee
    guard first != nil, Int(fields.stream_index) == track, fields.pos >= 0,
      fields.dts != ffmpeg_no_timestamp()
    else { return }
    while segments.count > 1, segments[1].offset <= fields.pos { segments.removeFirst() }
    guard let segment = segments.first, segment.offset <= fields.pos else { return }
    if let last, last.segment == segment.offset {
      let jump = Self.distance(from: fields.dts, to: last.end)
      // Each time is rounded. Otherwise FFmpeg has read the tag of the next segment.
      if abs(jump) > 1 { correction = jump &+ correction }
    } else if last == nil, hasSought {
      // FFmpeg skips packets before the target, and its times are right until it reads the next tag.
      isLost = segment.offset > 0 || segments.count > 1
    } else {
      correction = Self.distance(from: fields.dts, to: segment.timestamp)
    }
    last = (segment.offset, fields.dts &+ fields.duration)
    if correction != 0 { packet.move(by: correction) }
  }

  /// Returns the distance of two timestamps of 33 bits.
  private static func distance(from: Int64, to: Int64) -> Int64 { ((to &- from) << 31) >> 31 }
}
