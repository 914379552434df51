import Foundation

extension RunLoop {
  /// Runs this loop, which must be the current thread's, until the condition is true.
  func run(until isDone: () -> Bool) {
    // A run loop does not return when a timer fires, so each run is limited to 10 ms.
    while !isDone() { _ = run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
  }
}
