import PlayheadKit

/// A player or timer that fires 10 times a second and logs the lateness of each update.
protocol UpdateSource {
  var isReady: Bool { get }
  func start(at instant: HostInstant)
  func stop()
}
