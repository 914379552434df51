import Foundation

/// A locale whose numbers have a decimal comma.
package enum CommaLocale {
  private static let program = "/usr/bin/localedef"
  private static let source = """
    LC_NUMERIC
    decimal_point ","
    thousands_sep "."
    grouping 3;3
    END LC_NUMERIC
    """

  /// Whether the locale can be made.
  package static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

  /// Makes it the locale of this process, which must be that of an exit test. Returns whether C prints numbers
  /// with a comma now.
  package static func begin() throws -> Bool {
    let folder = try TemporaryDirectory()
    try folder.write(Data(source.utf8), to: "comma")
    let process = try SpawnedProcess(
      program, ["-c", "-i", folder.path("comma"), folder.path("xx_XX")],
      streams: Array(repeating: .file("/dev/null", flags: O_RDWR), count: 3))
    _ = process.waitForExit()
    setenv("LOCPATH", folder.path, 1)
    var text = [CChar](repeating: 0, count: 8)
    guard setlocale(LC_NUMERIC, "xx_XX") != nil else { return false }
    _ = withVaList([0.5]) { vsnprintf(&text, text.count, "%.1f", $0) }
    return text[1] == CChar(bitPattern: UInt8(ascii: ","))
  }
}
