import PlayheadInterprocess
import PlayheadMedia
import Glibc

/// Properties of the program.
extension PropertyTable {
  /// The version of mpv whose protocol this is. Clients choose commands by it.
  static let mpvVersion = "mpv 0.35.1"
  /// The version of mpv's client interface, 2.0.
  static let interfaceVersion: Int64 = 2 << 16

  static let program: [MPVProperty] = [
    MPVProperty("pid", .never) { _ in .int(Int64(getpid())) },
    MPVProperty("mpv-version", .never) { _ in .string(mpvVersion) },
    MPVProperty("working-directory", .never) { _ in
      guard let path = getcwd(nil, 0) else { return nil }
      defer { free(path) }
      let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
      return .string(ExactText.text(of: Array(bytes)))
    },
    MPVProperty("property-list", .never) { _ in .array(PropertyNames.all.map(MPVNode.string)) },
    MPVProperty("command-list", .never) { _ in .array(CommandTable.all.map(\.description)) },
    MPVProperty("options", .never) { _ in .array(PropertyNames.options.map(MPVNode.string)) },
  ]
}
