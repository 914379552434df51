/// An activity that can be ended before its time.
public protocol Cancellable {
  /// Ends the activity. May be called from any thread, any number of times.
  func cancel()
}
