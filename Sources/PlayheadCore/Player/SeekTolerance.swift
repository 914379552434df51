/// How near to its target a seek has to land.
public enum SeekTolerance: Hashable, Sendable {
  /// On the target.
  case exact
  /// On the keyframe at or before it: of the video track where there is one, else of the first
  /// track that makes the timeline. Where the source cannot go back, on the target.
  case keyframe
}
