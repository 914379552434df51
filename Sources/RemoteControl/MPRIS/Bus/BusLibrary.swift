import CSystemBus

/// libsystemd, which is loaded when a bus is first used.
///
/// Sendable is unchecked because the functions never change once they have been looked up.
struct BusLibrary: @unchecked Sendable {
  /// The functions of the library.
  let functions: bus_functions

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

  /// Returns the library.
  static func load() throws(BusFailure) -> BusLibrary { try loaded.get() }
}
