import Dispatch
import PortableCombine
import PlayheadTimekeeping

extension PlayerQueue {
  /// Returns a publisher of the progress of all items, one after another, each from its start to
  /// its end without gaps. `currentItemPublisher` publishes the item to which the values belong.
  ///
  /// Publishes at every interval and at every discontinuity. Never fails. Completes after the queue
  /// was released and its last item has finished.
  ///
  /// - Parameters:
  ///   - interval: The interval of media time, which must be positive.
  ///   - queue: The delivery queue, which must be serial.
  public func progressPublisher(
    interval: MediaTime = Schedule.defaultInterval, queue: DispatchQueue = .main
  ) -> AnyPublisher<PlayheadProgress, Never> {
    progressPublisher(on: .interval(interval), queue: queue)
  }

  /// Returns a publisher of the progress of all items, as `progressPublisher(interval:queue:)` does, at the
  /// updates and boundaries of a schedule, which applies to each item, and at every discontinuity.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries.
  ///   - queue: The delivery queue, which must be serial.
  public func progressPublisher(
    on schedule: Schedule, queue: DispatchQueue = .main
  ) -> AnyPublisher<PlayheadProgress, Never> {
    currentItemSubject.compactMap { $0 }
      .flatMap { $0.progressPublisher(on: schedule, queue: queue) }
      .eraseToAnyPublisher()
  }

  /// A publisher of the current item's presented chapter; nil if there is no item or no chapter. Delivers
  /// on the main queue.
  public var chapterPublisher: AnyPublisher<PresentedChapter?, Never> {
    chapterPublisher(queue: .main)
  }

  /// A publisher of what `chapterPublisher` publishes, on a dispatch queue.
  ///
  /// - Parameter queue: The dispatch queue; nil to deliver at once, on the threads of
  ///   `currentItemPublisher(queue:)` and `Player.chapterPublisher(queue:)`.
  public func chapterPublisher(
    queue: DispatchQueue?
  ) -> AnyPublisher<PresentedChapter?, Never> {
    currentItemSubject
      .map { $0?.chapterPublisher(queue: nil) ?? Just(nil).eraseToAnyPublisher() }
      .switchToLatest()
      .removeDuplicates { $0 == nil && $1 == nil }
      .delivered(on: queue, by: clock)
  }
}
