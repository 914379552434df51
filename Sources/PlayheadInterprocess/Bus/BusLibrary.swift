import CPlayheadSystemBus
import Glibc

/// libsystemd, which is loaded when a bus is first used.
///
/// Sendable is unchecked because the functions never change once they have been looked up.
package struct BusLibrary: @unchecked Sendable {
  package let functions: bus_functions

  private static let loaded = Result { () throws(BusFailure) in
    let found = UnsafeMutablePointer<bus_functions>.allocate(capacity: 1)
    defer { found.deallocate() }
    var description: UnsafePointer<CChar>?
    guard bus_load(found, &description) == 1 else {
      throw BusFailure(
        description.map { String(cString: $0) } ?? "libsystemd.so.0 cannot be loaded")
    }
    return BusLibrary(functions: found.pointee)
  }

  package static func load() throws(BusFailure) -> BusLibrary { try loaded.get() }
}

/// Why the bus cannot be used, in words.
package struct BusFailure: Error, Hashable {
  package var reason: String

  package init(_ reason: String) { self.reason = reason }

  /// Creates a failure from a negative result of the library.
  package init(_ result: Int32) {
    switch -result {
    case ENOMEDIUM: self.init("there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)")
    case ECONNRESET, ENOTCONN, EPIPE: self.init("the session bus closed the connection")
    case let code:
      self.init("the session bus cannot be reached: \(String(cString: strerror(code)))")
    }
  }
}
