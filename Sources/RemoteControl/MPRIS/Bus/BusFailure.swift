import Glibc

/// Why the bus cannot be used, in words.
struct BusFailure: Error, Hashable {
  /// The reason.
  var reason: String

  init(_ reason: String) { self.reason = reason }

  /// Creates a failure from a negative result of the library.
  init(_ result: Int32) {
    switch -result {
    case ENOMEDIUM: self.init("there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)")
    case ECONNRESET, ENOTCONN, EPIPE: self.init("the session bus closed the connection")
    case let code:
      self.init("the session bus cannot be reached: \(String(cString: strerror(code)))")
    }
  }
}
