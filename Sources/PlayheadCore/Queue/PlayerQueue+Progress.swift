import Dispatch
import PortableCombine
import Timekeeping

extension PlayerQueue {
  /// The progress of one item after the other, each from its start to its end, with nothing lost in
  /// between; `currentItemPublisher` tells whose it is.
  ///
  /// At an interval of media time (it must be positive) and at every discontinuity, delivered on
  /// `queue`, which must be serial. It never fails, and completes when the queue is gone and its
  /// last item finished.
  public func progressPublisher(
    interval: MediaTime = .milliseconds(250), queue: DispatchQueue = .main
  ) -> AnyPublisher<PlayheadProgress, Never> {
    currentItemPublisher.compactMap { $0 }
      .flatMap { $0.progressPublisher(interval: interval, queue: queue) }
      .eraseToAnyPublisher()
  }

  /// `Player.chapterPublisher` of the current item; nil where there is none.
  public var chapterPublisher: AnyPublisher<PresentedChapter?, Never> {
    currentItemPublisher
      .map { $0?.chapterPublisher ?? Just(nil).eraseToAnyPublisher() }
      .switchToLatest()
      .removeDuplicates { $0 == nil && $1 == nil }
      .eraseToAnyPublisher()
  }
}
