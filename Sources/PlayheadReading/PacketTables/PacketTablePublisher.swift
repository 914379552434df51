import Dispatch
import PlayheadFFmpeg
import PlayheadMedia
import PortableCombine

/// A publisher of the packets of media, in file order. It reads only on demand.
///
/// Each subscription opens the media with its first request, and reads on the thread that requests. So memory is
/// constant for any number of packets, and the subscriber determines the pace. The publisher finishes after the last
/// packet, or fails with the error of opening or reading. Cancellation from any thread interrupts a blocked read.
public struct PacketTablePublisher: Publisher {
  /// A packet.
  public typealias Output = PacketTiming
  /// The error of opening or reading the media.
  public typealias Failure = MediaError

  let opener: any MediaOpener

  /// Creates a publisher of the packets of media.
  ///
  /// - Parameter location: A path, a URL that FFmpeg supports, or `-` for standard input: a `String`, a
  ///   `URL` or another ``MediaLocation``. Each subscription opens the media.
  public init(of location: some MediaLocation) {
    self.init(of: LocatedMedia(location))
  }

  /// Creates a publisher of the packets of media of any opener.
  ///
  /// - Parameter opener: The media. Each subscription opens it.
  public init(of opener: any MediaOpener) {
    self.opener = opener
  }

  /// The packets as an asynchronous sequence, which a global queue reads one by one: a read that waits for
  /// the media blocks no thread of a task. The end of iteration, or cancellation of its task, interrupts it.
  public var packets: AsyncThrowingPublisher<Publishers.SubscribeOn<Self, DispatchQueue>> {
    subscribe(on: DispatchQueue.global()).values
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
