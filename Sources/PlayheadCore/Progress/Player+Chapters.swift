import Dispatch
import PortableCombine
import Timekeeping

extension Player {
  /// The chapters that the container declares, in the order of their positions; none before the
  /// medium is open.
  public var chapters: [PresentedChapter] {
    state.withLock { $0.machine.feed.opened?.chapters } ?? []
  }

  /// The chapter at the playhead; nil before the first one, and where there is none.
  public var currentChapter: PresentedChapter? { chapter(at: currentTime()) }

  /// The chapter at the playhead as it is now, and then each other one: when playback comes to its
  /// start, at any rate and however close together chapters lie, and at once after a seek, a loop's
  /// way back, and the opening of the medium.
  ///
  /// The first value comes on the subscribing thread, those that follow on a queue of the
  /// publisher's own. Who asks for values one by one gets the newest. It completes when the player
  /// is closed.
  public var chapterPublisher: AnyPublisher<PresentedChapter?, Never> {
    Deferred {
      Publishers.ChapterProgress(player: self)
        .map { self.chapter(at: $0.due) }
        .prepend(self.currentChapter)
    }
    .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
    .removeDuplicates()
    .eraseToAnyPublisher()
  }

  private func chapter(at position: MediaTime) -> PresentedChapter? {
    chapters.last { $0.position <= position }
  }
}

extension Publishers {
  /// The playhead where it is at first, at each start of a chapter that it crosses, and at every
  /// discontinuity.
  fileprivate struct ChapterProgress: Publisher {
    typealias Output = PlayheadProgress
    typealias Failure = Never

    let player: Player

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == PlayheadProgress, Downstream.Failure == Never {
      let subscription = PlayheadProgressSubscription(
        player: player, schedule: .chapters, remembersUndelivered: true, emitsInitialValue: true,
        queue: DispatchQueue(label: "playhead.chapters"), downstream: subscriber, convert: { $0 })
      subscriber.receive(subscription: subscription)
      subscription.activate()
    }
  }
}
