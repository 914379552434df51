import PlayheadMedia

/// Recognizes frames that cannot be decoded because a recording starts within a group of pictures.
///
/// These are the frames before the first keyframe, and frames that are decoded after it and presented before it,
/// because they refer to the previous group. Their intervals say nothing about the frame rate.
struct LeadingFrames {
  /// After this many frames without a keyframe, the stream is assumed to have none.
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
  /// Whether the file starts with frames that cannot be decoded.
  private(set) var areFirst = false

  init(areLooked: Bool) {
    state = areLooked ? .awaiting : .over
  }

  /// Restarts at the beginning of another recording.
  mutating func await() {
    (state, count, isFirstPart) = (.awaiting, 0, false)
  }

  /// Returns whether the next frame, with this presentation time, cannot be decoded.
  mutating func record(_ packet: PacketTiming, _ ticks: Int64) -> Bool {
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
