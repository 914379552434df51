import Glibc

/// The identity of a thread.
struct ThreadMark: Hashable {
  private let thread = pthread_self()

  /// The mark of the calling thread.
  static var current: ThreadMark { ThreadMark() }
}
