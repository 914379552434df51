import FFmpegMedia
import Media
import PortableCombine

extension Publishers {
  /// The packets of a medium, in the order in which they lie in it: reads only what is asked for.
  ///
  /// Each subscription opens the medium for itself with its first request, and reads on the thread
  /// that asks; so a million packets pass in constant memory, at the subscriber's pace. It finishes
  /// behind the last packet, or fails with the error of opening or reading. Cancelling, from any
  /// thread, cuts a blocked read short.
  public struct TimelinePublisher: Publisher {
    public typealias Output = PacketTiming
    public typealias Failure = MediaError

    let opener: any MediaOpener

    /// The timeline of what any back end opens.
    public init(of opener: any MediaOpener) {
      self.opener = opener
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == PacketTiming, Downstream.Failure == MediaError {
      subscriber.receive(
        subscription: TimelineSubscription(opener: opener, downstream: subscriber))
    }
  }
}

/// The packets of what is at a path, a URL that FFmpeg knows, or on standard input (`-`), as
/// `Publishers.TimelinePublisher` gives them.
public func timelinePublisher(path: String) -> Publishers.TimelinePublisher {
  Publishers.TimelinePublisher(of: FFmpegOpener(path: path))
}
