import Dispatch
import PortableCombine

extension PlayerQueue: Playhead {
  /// Returns a publisher of the progress of all items, one after another, each from its start to its end
  /// without gaps. ``PlayheadProgress/entry`` of a value is the entry to which it belongs.
  ///
  /// Publishes at the updates and boundaries of a schedule, which applies to each item, and at every
  /// discontinuity. Never fails. Does not retain the queue.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries.
  ///   - completion: When the publisher completes: with `closed`, after the queue was released and its
  ///     last item has finished. With `ended`, also after the last item, or at the end of an item if
  ///     `actionAtItemEnd` is `pause`; without a value, if the last item has been left before.
  ///   - queue: The delivery queue, which must be serial.
  /// - Returns: The publisher.
  public func progressPublisher(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue = .main
  ) -> AnyPublisher<PlayheadProgress, Never> {
    currentSubject
      .prefix { [weak self] current in
        guard completion == .ended, case .ended = current else { return true }
        // The next entry may be current already, but not published yet.
        return self?.state.withLock { $0.machine.currentEntry } != nil
      }
      .flatMap { [weak self] current in
        current.progress(on: schedule, until: completion, queue: queue)
          .append(
            Deferred { () -> Publishers.Sequence<[PlayheadProgress?], Never> in
              self?.pauses(atEndOf: current) == true ? [nil].publisher : [].publisher
            })
      }
      .prefix { $0 != nil }
      .compactMap(\.self)
      .eraseToAnyPublisher()
  }

  /// The current progress of the current item with its entry, with the cause `requested`; nil without an item.
  public var progressIfKnown: PlayheadProgress? {
    guard case .item(let entry, let player) = currentSubject.value else { return nil }
    return player.currentProgress().with(entry)
  }

  /// Whether an item, whose progress is complete, stays current at its end.
  private func pauses(atEndOf current: Current) -> Bool {
    guard actionAtItemEnd == .pause, let player = current.player else { return false }
    return player.status == .readyToPlay && !player.reading().isClosed
  }

  /// A publisher of the current item's presented chapter; nil if there is no item or no chapter.
  ///
  /// Delivers on the main queue. Completes after the queue was released and its last item has finished.
  public var chapterPublisher: AnyPublisher<PresentedChapter?, Never> {
    chapterPublisher(queue: .main)
  }

  /// A publisher of what `chapterPublisher` publishes, on a dispatch queue.
  ///
  /// - Parameter queue: The dispatch queue; nil to deliver at once, on the threads of
  ///   `currentItemPublisher(queue:)` and `Player.chapterPublisher(queue:)`.
  @_optimize(none)  // As `Player.properties(on:_:)`.
  public func chapterPublisher(
    queue: DispatchQueue?
  ) -> AnyPublisher<PresentedChapter?, Never> {
    currentSubject
      .map { $0.player?.chapterPublisher(queue: nil) ?? Just(nil).eraseToAnyPublisher() }
      .switchToLatest()
      .removeDuplicates { $0 == nil && $1 == nil }
      .delivered(on: queue, by: clock)
  }
}

extension PlayerQueue.Current {
  /// Returns the progress of the item with its entry; empty without an item.
  fileprivate func progress(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue
  ) -> AnyPublisher<PlayheadProgress?, Never> {
    guard case .item(let entry, let player) = self else { return Empty().eraseToAnyPublisher() }
    return player.progressPublisher(on: schedule, until: completion, queue: queue)
      .map { $0.with(entry) }
      .eraseToAnyPublisher()
  }
}

extension PlayheadProgress {
  /// Returns the same progress as that of an entry of a queue.
  fileprivate func with(_ entry: PlayerQueue.Entry) -> PlayheadProgress {
    var progress = self
    progress.entry = entry
    return progress
  }
}
