import Media

/// Tells frames that cannot be decoded, as a recording begins in the middle of a group of pictures:
/// those before its first keyframe, and those decoded after that and presented before it, which refer
/// to some of the group before. They follow one another in no order that could be judged.
struct LeadingFrames {
  /// After so many there are no keyframes at all.
  private static let greatestCount = 300

  private enum State {
    case awaiting
    /// A keyframe has come, presented at that time.
    case behindKeyframe(Int64)
    case over
  }

  private var state: State
  private var count = 0
  private var isFirstPart = true
  /// Whether they came before all other frames.
  private(set) var areFirst = false

  init(areLooked: Bool) {
    state = areLooked ? .awaiting : .over
  }

  /// Takes in that another recording begins.
  mutating func await() {
    (state, count, isFirstPart) = (.awaiting, 0, false)
  }

  /// Whether the next frame, which is presented at that time, is one of them.
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
