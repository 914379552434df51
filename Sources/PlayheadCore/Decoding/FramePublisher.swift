import Dispatch
import PortableCombine

/// A publisher of a player's decoded frames at their presentation times.
///
/// Publishes each frame once while it is presented: when the playhead reaches its position, or as soon as there is
/// demand before its end. A frame without demand until its end is dropped. A frame that is decoded too late is also
/// dropped, and counted in the player's `frameCounts`. While the playhead is at rest, the current frame is published to
/// each subscriber with demand that does not have it.
///
/// At the start and after a seek, the first frame at or after the target is published at its time,
/// or immediately if the playhead is at rest and the frame is a picture. It is published even if
/// decoding from the keyframe takes longer than the frame lasts.
///
/// Never fails, and completes when the player is closed. Publishes nothing for a track that is not decoded.
public struct FramePublisher: Publisher {
  /// A frame with its presentation time.
  public typealias Output = PresentedFrame
  public typealias Failure = Never

  let player: Player
  let track: Int?
  let queue: DispatchQueue

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == PresentedFrame, Downstream.Failure == Never {
    let subscription = FrameSubscription(
      player: player, track: track, queue: queue, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.activate()
  }
}

extension Player {
  /// Returns a publisher of the decoded frames at their presentation times.
  ///
  /// The `decoding` of the player's initializer selects the tracks that are decoded. Delivers on `queue`.
  /// Completes when the player is closed.
  ///
  /// - Parameters:
  ///   - track: The index of a track; nil for all tracks that the player decodes.
  ///   - queue: The queue on which frames are delivered, one at a time.
  /// - Returns: A publisher that never fails.
  public func framePublisher(
    track: Int? = nil, queue: DispatchQueue = .main
  ) -> FramePublisher {
    FramePublisher(player: self, track: track, queue: queue)
  }
}
