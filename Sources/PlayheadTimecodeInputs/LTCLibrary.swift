import CPlayheadTimecode

/// Libltc, which is loaded when linear timecode is first made or read.
package enum LTCLibrary {
  /// Why libltc cannot be used.
  package struct Missing: Error, Hashable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }
  }

  private static let loaded = Result { () throws(Missing) -> ltc_functions in
    var description: UnsafePointer<CChar>?
    if let functions = ltc_load(&description) { return functions.pointee }
    throw Missing(reason: description.map { String(cString: $0) } ?? "libltc cannot be loaded")
  }

  /// Returns the functions of the library.
  package static func load() throws(Missing) -> ltc_functions { try loaded.get() }
}
