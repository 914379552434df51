import Glibc

/// Which thread something runs on.
struct ThreadMark: Hashable {
  private let thread = pthread_self()

  /// The mark of the calling thread.
  static var current: ThreadMark { ThreadMark() }
}
