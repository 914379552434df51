import Dispatch
import PortableCombine

extension Player {
  /// The numbers of the frames decoded, published and lost. Can be read on any thread.
  public var frameCounts: FrameCounts { state.withLock { $0.frames.counts } }

  /// Publishes `frameCounts` when frames are late, skipped or corrupt, and at each change of
  /// playback. A subscriber first receives the counts that were published last.
  ///
  /// Decoded and published frames alone cause no value, because that would be one for each frame.
  /// Delivers on the main queue. Completes when the player is closed.
  public var frameCountsPublisher: AnyPublisher<FrameCounts, Never> {
    frameCountsPublisher(queue: .main)
  }

  /// Publishes what `frameCountsPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func frameCountsPublisher(queue: DispatchQueue?) -> AnyPublisher<FrameCounts, Never> {
    frameCountsSubject.delivered(on: queue, by: clock)
  }
}
