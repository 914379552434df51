import CPlayheadSound
import PlayheadTimecode

/// Libltc, which is loaded when linear timecode is first made or read.
package enum LTCLibrary {
  private static let loaded = Result { () throws(TimecodeFailure) -> ltc_functions in
    var description: UnsafePointer<CChar>?
    if let functions = ltc_load(&description) { return functions.pointee }
    throw .other(description.map { String(cString: $0) } ?? "libltc cannot be loaded")
  }

  /// Returns the functions of the library.
  package static func load() throws(TimecodeFailure) -> ltc_functions { try loaded.get() }
}
