/// How near to its target a seek must land.
@nonexhaustive
public enum SeekTolerance: Hashable, Sendable {
  /// At the target.
  case exact
  /// At the keyframe at or before the target, of the video track or, without video, of the first
  /// played track. If the source cannot seek back, at the target.
  case keyframe
}
