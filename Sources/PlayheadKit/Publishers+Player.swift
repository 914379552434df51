import PlayheadCore
import PortableCombine

// Here and not in PlayheadCore: a program with `import AVFoundation` may use these names for types of its own.
extension Publishers {
  /// The publisher of a player's progress.
  public typealias ProgressPublisher = ScheduledProgressPublisher
  /// The publisher of a player's decoded frames.
  public typealias FramePublisher = PlayheadCore.FramePublisher
}
