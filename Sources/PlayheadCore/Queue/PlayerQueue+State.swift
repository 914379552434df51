import Dispatch
import PortableCombine

extension PlayerQueue {
  /// What the player of the current entry is doing.
  public struct ItemState: Hashable, Sendable {
    /// The current entry; nil if there is none.
    public var entry: Entry?
    /// The state of its player. Without an entry it is `idle`, or `ended` after the last item.
    public var state: PlaybackState
  }

  /// A publisher of the state of the current item: the value that was published last, and then each new one.
  ///
  /// Delivers on the main queue. States that lasted no time may be left out. Completes after the queue was
  /// released and its last item has finished.
  public var playbackStatePublisher: AnyPublisher<ItemState, Never> {
    playbackStatePublisher(queue: .main)
  }

  /// A publisher of what `playbackStatePublisher` publishes, on a dispatch queue.
  ///
  /// - Parameter queue: The dispatch queue; nil to deliver at once: the first value on the subscribing
  ///   thread, others on a thread of the queue or of the player.
  @_optimize(none)  // As `Player.properties(on:_:)`.
  public func playbackStatePublisher(queue: DispatchQueue?) -> AnyPublisher<ItemState, Never> {
    currentSubject.map(\.states)
      .switchToLatest()
      .removeDuplicates()
      .delivered(on: queue, by: clock)
  }
}

extension PlayerQueue.Current {
  /// Publishes the states of the item, or the state of a queue without one.
  fileprivate var states: AnyPublisher<PlayerQueue.ItemState, Never> {
    switch self {
    case .none: Just(.init(entry: nil, state: .idle)).eraseToAnyPublisher()
    case .item(let entry, let player):
      player.propertiesSubject.map { .init(entry: entry, state: $0.state) }.eraseToAnyPublisher()
    case .ended: Just(.init(entry: nil, state: .ended)).eraseToAnyPublisher()
    }
  }
}
