import Media
import PortableCombine

extension Publishers {
  /// A timeline in pages: each value of a trigger has one more read, on the trigger's thread.
  ///
  /// A page goes out once it is full; the last may hold less. It finishes behind the last packet,
  /// or when the trigger does and what it asked for is delivered. Pages triggered before they are
  /// asked for wait: their number is kept, not they.
  public struct TimelinePages<Trigger: Publisher>: Publisher where Trigger.Failure == Never {
    public typealias Output = [PacketTiming]
    public typealias Failure = MediaError

    let timeline: TimelinePublisher
    let pageLength: Int
    let trigger: Trigger

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == [PacketTiming], Downstream.Failure == MediaError {
      let subscription = TimelinePagesSubscription(pageLength: pageLength, downstream: subscriber)
      subscriber.receive(subscription: subscription)
      timeline.subscribe(subscription)
      subscription.follow(trigger)
    }
  }
}

extension Publishers.TimelinePublisher {
  /// The same in pages of `length` packets, which must be positive: one more for each value of
  /// `trigger`.
  public func pages<Trigger: Publisher>(
    of length: Int, on trigger: Trigger
  ) -> Publishers.TimelinePages<Trigger> where Trigger.Failure == Never {
    precondition(length > 0, "A page has at least one packet, not \(length)")
    return Publishers.TimelinePages(timeline: self, pageLength: length, trigger: trigger)
  }
}
