import PlayheadTimekeeping

/// The map from output samples to media times: a segment for each run of samples that play a stretch of
/// media evenly.
///
/// A segment begins at each start, seek, rate change, loop seam and file. Samples between two segments
/// are silence, and have the position at which the segment before them ends. Segments are appended in
/// the order of their samples. One that continues the last one is joined with it, so that steady
/// playback needs a single segment.
package struct SampleMap: Hashable, Sendable {
  /// The media that is heard with a sample.
  package struct HeardMedia: Hashable, Sendable {
    /// The position in nanoseconds, rounded down.
    package var position: MediaTime
    /// The rate of the segment.
    package var rate: Rate
    /// The owner of the segment.
    package var owner: Int
    /// Whether the sample is silence after the segment.
    package var isSilence: Bool
  }

  private var segments: [SampleSegment] = []

  /// Creates a map without segments.
  package init() {}

  /// The number of the sample after the last segment; 0 without segments.
  package var endSample: Int64 { segments.last?.end ?? 0 }

  /// The number of segments in memory.
  package var segmentCount: Int { segments.count }

  /// Appends samples, from `endSample` on, that play media from `start` to `end`; an empty range is ignored.
  package mutating func append(
    _ samples: Range<Int64>, from start: MediaTime, to end: MediaTime, rate: Rate, owner: Int
  ) {
    // Places report the rate. An owner is what the media belongs to, such as the number of the pass.
    precondition(segments.isEmpty || samples.lowerBound >= endSample, "Samples are mapped in order")
    precondition(start <= end, "A segment does not play backwards")
    guard !samples.isEmpty else { return }
    let next = SampleSegment(samples, from: start, to: end, rate: rate, owner: owner)
    if let last = segments.last, last.isContinued(by: next) {
      segments[segments.count - 1].end = next.end
    } else {
      segments.append(next)
    }
  }

  /// Returns the place in the media after a number of samples; nil without segments.
  package func media(ofSamplesHeard samples: Double) -> HeardMedia? {
    // Before the first segment, it is the start of that segment.
    guard let first = segments.first else { return nil }
    let index = segments.partitioningIndex { Double($0.first) > samples }
    let segment = index > 0 ? segments[index - 1] : first
    let isSilence = index == 0 || samples >= Double(segment.end)
    return HeardMedia(
      position: .nanoseconds(segment.nanoseconds(ofSample: samples)), rate: segment.rate,
      owner: segment.owner, isSilence: isSilence)
  }

  /// Returns the number of the first sample of an owner's segments in memory; nil if it has none.
  package func start(of owner: Int) -> Int64? { segments.first { $0.owner == owner }?.first }

  /// Returns the number of the first sample of the next segment after a number of samples heard; nil if there is none.
  package func nextSegment(afterSamplesHeard samples: Double) -> Int64? {
    let index = segments.partitioningIndex { Double($0.first) > samples }
    return index < segments.count ? segments[index].first : nil
  }

  /// Returns the sample after an owner's last segment, the position there, and its rate; nil if it has none.
  package func end(of owner: Int) -> (sample: Int64, position: MediaTime, rate: Rate)? {
    // The position is in whole nanoseconds, rounded down.
    segments.last { $0.owner == owner }.map {
      ($0.end, .nanoseconds($0.nanoseconds(ofSample: Double($0.end))), $0.rate)
    }
  }

  /// Returns the least number of samples heard at which an owner's position is a media time or later; nil if none is.
  package func samplesHeard(at position: MediaTime, owner: Int) -> Double? {
    for segment in segments where segment.owner == owner {
      if let sample = segment.sample(ofNanoseconds: position.nanoseconds(rounding: .up)) {
        return sample
      }
    }
    return nil
  }

  /// Discards the places of samples that will not be played, as after a flush.
  package mutating func truncate(from sample: Int64) {
    while let last = segments.last, last.first >= sample { segments.removeLast() }
    if let last = segments.last, last.end > sample { segments[segments.count - 1].end = sample }
  }

  /// Discards the segments before a sample, which have been heard, except the last one.
  package mutating func forget(before sample: Int64) {
    let index = segments.partitioningIndex { $0.first > sample }
    if index > 1 { segments.removeFirst(index - 1) }
  }
}
