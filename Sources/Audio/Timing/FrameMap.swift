import Timekeeping

/// The map from output frames to media times: a segment for each run of frames that play a stretch of
/// media evenly.
///
/// A segment begins at each start, seek, rate change, loop seam and file. Frames between two segments
/// are silence, and have the position at which the segment before them ends. Segments are appended in
/// the order of their frames. One that continues the last one is joined with it, so that steady
/// playback needs a single segment.
public struct FrameMap: Hashable, Sendable {
  /// The media that is heard with a frame.
  public struct Place: Hashable, Sendable {
    /// The position in nanoseconds, rounded down.
    public var position: MediaTime
    /// The rate of the segment.
    public var rate: Rate
    /// The owner of the segment.
    public var owner: Int
    /// Whether the frame is silence after the segment.
    public var isSilence: Bool
  }

  private var segments: [FrameSegment] = []

  /// Creates a map without segments.
  public init() {}

  /// The number of the frame after the last segment; 0 without segments.
  public var endFrame: Int64 { segments.last?.end ?? 0 }

  /// The number of segments in memory.
  public var segmentCount: Int { segments.count }

  /// Appends a segment.
  ///
  /// - Parameters:
  ///   - frames: The output frames, at `endFrame` or later. An empty range is ignored.
  ///   - start: The position of the first frame.
  ///   - end: The position after the last frame, not before `start`.
  ///   - rate: The rate at which the media is played, as it is reported in places.
  ///   - owner: Whose media it is, such as the number of the pass.
  public mutating func append(
    _ frames: Range<Int64>, from start: MediaTime, to end: MediaTime, rate: Rate, owner: Int
  ) {
    precondition(segments.isEmpty || frames.lowerBound >= endFrame, "Frames are mapped in order")
    precondition(start <= end, "A segment does not play backwards")
    guard !frames.isEmpty else { return }
    let next = FrameSegment(frames, from: start, to: end, rate: rate, owner: owner)
    if let last = segments.last, last.isContinued(by: next) {
      segments[segments.count - 1].end = next.end
    } else {
      segments.append(next)
    }
  }

  /// Returns the place in the media after a number of frames.
  ///
  /// - Parameter frames: The number of frames heard, from `FrameClock.framesHeard(at:)`.
  /// - Returns: The place. Before the first segment, its start; nil without segments.
  public func place(ofFramesHeard frames: Double) -> Place? {
    guard let first = segments.first else { return nil }
    let index = segments.partitioningIndex { Double($0.first) > frames }
    let segment = index > 0 ? segments[index - 1] : first
    let isSilence = index == 0 || frames >= Double(segment.end)
    return Place(
      position: .nanoseconds(segment.nanoseconds(ofFrame: frames)), rate: segment.rate,
      owner: segment.owner, isSilence: isSilence)
  }

  /// Returns the number of the first frame of an owner's segments in memory; nil if it has none.
  ///
  /// - Parameter owner: The owner of the segments.
  /// - Returns: The number of the frame.
  public func start(of owner: Int) -> Int64? { segments.first { $0.owner == owner }?.first }

  /// Returns where an owner's last segment ends.
  ///
  /// - Parameter owner: The owner of the segments.
  /// - Returns: The number of the frame after it, the position there in nanoseconds, rounded down, and
  ///   its rate; nil if the owner has no segment.
  public func end(of owner: Int) -> (frame: Int64, position: MediaTime, rate: Rate)? {
    segments.last { $0.owner == owner }.map {
      ($0.end, .nanoseconds($0.nanoseconds(ofFrame: Double($0.end))), $0.rate)
    }
  }

  /// Returns the least number of frames heard at which an owner's position is a media time or later.
  ///
  /// - Parameters:
  ///   - position: The media time.
  ///   - owner: The owner of the segments.
  /// - Returns: The number of frames; nil if no segment of the owner reaches the position.
  public func framesHeard(at position: MediaTime, owner: Int) -> Double? {
    for segment in segments where segment.owner == owner {
      if let frame = segment.frame(ofNanoseconds: position.nanoseconds(rounding: .up)) {
        return frame
      }
    }
    return nil
  }

  /// Discards the places of frames that will not be played, as after a flush.
  ///
  /// - Parameter frame: The number of the first frame to discard.
  public mutating func truncate(from frame: Int64) {
    while let last = segments.last, last.first >= frame { segments.removeLast() }
    if let last = segments.last, last.end > frame { segments[segments.count - 1].end = frame }
  }

  /// Discards the segments that have been heard, except the last of them.
  ///
  /// - Parameter frame: The number of a frame. Earlier frames are not needed any more.
  public mutating func forget(before frame: Int64) {
    let index = segments.partitioningIndex { $0.first > frame }
    if index > 1 { segments.removeFirst(index - 1) }
  }
}
