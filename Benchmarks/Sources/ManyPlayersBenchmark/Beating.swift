import PlayheadKit

/// One of the many that beat 10 times a second and log how late each beat is.
protocol Beating {
  var isReady: Bool { get }
  func start(at instant: HostInstant)
  func stop()
}
