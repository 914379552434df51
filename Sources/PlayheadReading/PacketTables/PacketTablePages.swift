import PlayheadMedia
import PortableCombine

/// A publisher of packets in pages. Each value of a trigger causes one more page to be read, on the trigger's thread.
///
/// A page is published when it is full; the last one may be shorter. The publisher finishes after
/// the last packet, or when the trigger has finished and all triggered pages are delivered. Pages
/// that are triggered without demand are counted, and read when there is demand.
public struct PacketTablePages<Trigger: Publisher>: Publisher
where Trigger.Failure == Never {
  /// A page of packets.
  public typealias Output = [PacketTiming]
  /// The error of opening or reading the media.
  public typealias Failure = MediaError

  let table: PacketTablePublisher
  let pageLength: Int
  let trigger: Trigger

  /// Attaches a subscriber. Its request for pages may be served on its own thread.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == [PacketTiming], Downstream.Failure == MediaError {
    let subscription = PacketTablePagesSubscription(
      pageLength: pageLength, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    table.subscribe(subscription)
    subscription.follow(trigger)
  }
}

extension PacketTablePublisher {
  /// Returns a publisher of the packets in pages.
  ///
  /// - Parameters:
  ///   - length: The number of packets in a page. It must be positive.
  ///   - trigger: Each of its values causes one more page to be read.
  /// - Returns: A publisher of arrays of at most `length` packets.
  public func pages<Trigger: Publisher>(
    of length: Int, on trigger: Trigger
  ) -> PacketTablePages<Trigger> where Trigger.Failure == Never {
    precondition(length > 0, "A page has at least one packet, not \(length)")
    return PacketTablePages(table: self, pageLength: length, trigger: trigger)
  }
}
