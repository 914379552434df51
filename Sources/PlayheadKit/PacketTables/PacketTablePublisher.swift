import PlayheadMedia
import PortableCombine

extension Publishers {
  /// A publisher of the packets of media, in file order. It reads only on demand.
  ///
  /// Each subscription opens the media with its first request, and reads on the thread that
  /// requests. So memory is constant for any number of packets, and the subscriber determines the
  /// pace. The publisher finishes after the last packet, or fails with the error of opening or
  /// reading. Cancellation from any thread interrupts a blocked read.
  public struct PacketTablePublisher: Publisher {
    /// A packet.
    public typealias Output = PacketTiming
    /// The error of opening or reading the media.
    public typealias Failure = MediaError

    let opener: any MediaOpener

    /// Creates a publisher of the packets of media.
    ///
    /// - Parameter opener: The media. Each subscription opens it.
    public init(of opener: any MediaOpener) {
      self.opener = opener
    }

    /// Attaches a subscriber. The media is opened with its first request.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == PacketTiming, Downstream.Failure == MediaError {
      subscriber.receive(
        subscription: PacketTableSubscription(opener: opener, downstream: subscriber))
    }
  }
}

/// Returns a publisher of the packets of media, in file order.
///
/// - Parameter path: A path, a URL that FFmpeg supports, or `-` for standard input.
/// - Returns: A publisher that opens the media for each subscriber separately.
public func packetTablePublisher(path: String) -> Publishers.PacketTablePublisher {
  Publishers.PacketTablePublisher(of: LocatedMedia(path: path))
}
