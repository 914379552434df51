import Dispatch
import PortableCombine

extension Player {
  /// The chapters that the container declares, in the order of their positions. Empty until the media is open.
  public var chapters: [PresentedChapter] {
    state.withLock { $0.machine.chapters } ?? []
  }

  /// The chapter at the playhead; nil before the first one, or if there are none.
  public var currentChapter: PresentedChapter? { currentProgress().chapter }

  /// Publishes the current chapter, and then each other one: when playback reaches its start, at any rate and however
  /// short the chapters are, and at once after a seek, the return of a loop, and the opening of the media.
  ///
  /// Delivers on the main queue. A subscriber that requests values one by one receives the newest. The
  /// publisher completes when the player fails or is closed.
  public var chapterPublisher: AnyPublisher<PresentedChapter?, Never> {
    chapterPublisher(queue: .main)
  }

  /// Publishes what `chapterPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a private queue.
  /// - Returns: The publisher.
  public func chapterPublisher(
    queue: DispatchQueue?
  ) -> AnyPublisher<PresentedChapter?, Never> {
    Deferred {
      Publishers.ChapterProgress(player: self)
        .map { $0.chapter(at: $0.due) }
        .prepend(self.currentChapter)
    }
    .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
    .removeDuplicates()
    .delivered(on: queue, by: clock)
  }
}

extension Publishers {
  /// Publishes the position at first, at each start of a chapter, and at every discontinuity.
  fileprivate struct ChapterProgress: Publisher {
    typealias Output = PlayheadProgress
    typealias Failure = Never

    let player: Player

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == PlayheadProgress, Downstream.Failure == Never {
      let subscription = PlayheadProgressSubscription(
        player: player, schedule: .chapters, remembersUndelivered: true, emitsInitialValue: true,
        queue: DispatchQueue(label: "playhead.chapters"),
        receiver: .init(subscriber, convert: { $0 }))
      subscriber.receive(subscription: subscription)
      subscription.activate()
    }
  }
}
