import PlayheadMedia
import PlayheadTimekeeping

/// The segments of two lists that players change between.
///
/// Numbers pair the segments of DASH. Those of HLS do not (RFC 8216, 4.3.3.2): the segments of complete
/// lists are paired in their order, and those of live lists, whose windows may differ, by their times.
struct SegmentPairs {
  private(set) var pairs: [(segment: SegmentList.Segment, expected: SegmentList.Segment)] = []
  /// How many segments the list lacks; negative if it has more.
  private(set) var missingCount = 0
  /// The numbers of segments that the other list does not have.
  private(set) var unlisted: [Int64] = []

  init(of list: SegmentList, with first: SegmentList) {
    if list.representation != nil {
      missingCount = first.segments.count - list.segments.count
      let listed = Dictionary(
        first.segments.map { ($0.number, $0) }, uniquingKeysWith: { one, _ in one })
      pairs = list.segments.compactMap { segment in listed[segment.number].map { (segment, $0) } }
      unlisted = list.segments.map(\.number).filter { listed[$0] == nil }
    } else if list.isComplete, first.isComplete {
      missingCount = first.segments.count - list.segments.count
      pairs = Array(zip(list.segments, first.segments))
    } else if let (skipped, ahead) = Self.offsets(of: list, first) {
      pairs = Array(zip(list.segments.dropFirst(skipped), first.segments.dropFirst(ahead)))
    }
  }

  /// Returns how many segments at the start of two live lists precede the first common one; nil if none is.
  private static func offsets(of list: SegmentList, _ first: SegmentList) -> (Int, Int)? {
    guard let one = nearest(in: first, to: list.segments.first),
      let other = nearest(in: list, to: first.segments.first)
    else { return nil }
    let longest = (list.segments + first.segments).compactMap(\.duration?.seconds).max() ?? 0
    guard min(one.distance, other.distance) < longest else { return nil }
    return one.distance <= other.distance ? (0, one.index) : (other.index, 0)
  }

  /// Returns the segment that starts next to another one.
  private static func nearest(
    in list: SegmentList, to segment: SegmentList.Segment?
  ) -> (index: Int, distance: Double)? {
    guard let track = segment?.mainTrack else { return nil }
    return list.segments.enumerated().compactMap { index, other in
      other.mainTrack.map {
        (index, abs($0.startSeconds(after: track.startTime, period: track.period)))
      }
    }.min { $0.1 < $1.1 }
  }
}

extension SegmentList {
  /// Returns a time of the media, limited to the Period that presents it if there are several.
  func presented(_ time: MediaTime) -> MediaTime {
    guard let place = representation, !place.isOnlyPeriod else { return time }
    let end = place.duration.flatMap { place.offset.adding($0) }
    return min(max(time, place.offset), end ?? time)
  }
}
