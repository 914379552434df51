import Media

/// Recognizes frames that cannot be decoded because a recording starts in the middle of a group of
/// pictures: frames before the first keyframe, and frames that are decoded after it and presented
/// before it, which refer to the group before. Their intervals say nothing about the frame rate.
struct LeadingFrames {
  /// After this many frames without a keyframe, the stream is taken to have none.
  private static let greatestCount = 300

  private enum State {
    case awaiting
    /// After a keyframe with this presentation time.
    case behindKeyframe(Int64)
    case over
  }

  private var state: State
  private var count = 0
  private var isFirstPart = true
  /// Whether the file starts with such frames.
  private(set) var areFirst = false

  init(areLooked: Bool) {
    state = areLooked ? .awaiting : .over
  }

  /// Starts over at the beginning of another recording.
  mutating func await() {
    (state, count, isFirstPart) = (.awaiting, 0, false)
  }

  /// Returns whether the next frame, with this presentation time, cannot be decoded.
  mutating func take(_ packet: PacketTiming, _ ticks: Int64) -> Bool {
    switch state {
    case .over: return false
    case .awaiting:
      if packet.isKeyframe {
        state = .behindKeyframe(ticks)
        if count > 0, isFirstPart { areFirst = true }
        return false
      }
      count += 1
      if count < LeadingFrames.greatestCount { return true }
      state = .over
      return false
    case .behindKeyframe(let keyframe):
      if packet.decodeTicks ?? ticks >= keyframe { state = .over }
      return ticks < keyframe
    }
  }
}
