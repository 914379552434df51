import Dispatch
import PortableCombine

extension Publishers {
  /// The frames of a player at their presentation time.
  ///
  /// Each frame is given once, while it is presented: when the playhead comes to its position, or
  /// before its end if it is asked for later. A frame that nobody asked for by then is dropped. So
  /// is one that is late, which is counted in the player's `frameCounts`. While the playhead stands
  /// the present frame stays, and is given to whoever asks and does not have it.
  ///
  /// After a seek, and at the start, the first frame at or after the target comes: at its time, or
  /// at once where the playhead stands and it is a picture; however late it is, where decoding from
  /// the keyframe took long.
  ///
  /// It never fails and completes when the player is closed. A track that is not decoded gives
  /// nothing.
  public struct FramePublisher: Publisher {
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
}

extension Player {
  /// The decoded frames of the track of this index, for nil of all that the player decodes, each
  /// at its presentation time, delivered serially on `queue`.
  ///
  /// What is decoded is chosen when the player is made.
  public func framePublisher(
    track: Int? = nil, queue: DispatchQueue = .main
  ) -> Publishers.FramePublisher {
    Publishers.FramePublisher(player: self, track: track, queue: queue)
  }
}
