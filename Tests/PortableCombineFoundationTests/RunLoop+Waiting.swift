import Foundation

extension RunLoop {
  /// Runs this loop, which must be the thread's own, until something is so.
  func run(until isDone: () -> Bool) {
    // A loop does not return because a timer has fired.
    while !isDone() { _ = run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
  }
}
