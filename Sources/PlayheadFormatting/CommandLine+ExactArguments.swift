import Glibc
import PlayheadMedia

/// Command-line arguments as strings that keep every byte (`ExactText`).
extension CommandLine {
  /// The command line, beginning with the name of the command. Call this on the main thread.
  public static var exactArguments: [String] {
    (0..<Int(argc)).compactMap { index in
      guard let start = unsafeArgv[index] else { return nil }
      let bytes = UnsafeBufferPointer(start: start, count: strlen(start))
      return exactText(bytes.map(UInt8.init(bitPattern:)))
    }
  }

  package static func exactText(_ bytes: [UInt8]) -> String { ExactText.text(of: bytes) }

  /// Returns the bytes of an argument as they were passed to the process.
  package static func exactBytes(of text: String) -> [UInt8] { ExactText.bytes(of: text) }

  /// Returns the argument as text to display, with bytes that are not valid UTF-8 replaced.
  package static func readableText(of text: String) -> String {
    String(decoding: exactBytes(of: text), as: UTF8.self)
  }
}
