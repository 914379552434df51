import Glibc

/// Command-line arguments as strings that keep every byte.
///
/// If an argument is not valid UTF-8, or contains a scalar from U+10FF80 to U+10FFFF, each of its
/// bytes from 0x80 up becomes one scalar of that private-use range. `exactBytes(of:)` restores the
/// bytes.
extension CommandLine {
  private static let base: UInt32 = 0x10_ff00

  /// The command line, beginning with the name of the command. Call this on the main thread.
  public static var exactArguments: [String] {
    (0..<Int(argc)).compactMap { index in
      guard let start = unsafeArgv[index] else { return nil }
      let bytes = UnsafeBufferPointer(start: start, count: strlen(start))
      return exactText(bytes.map(UInt8.init(bitPattern:)))
    }
  }

  static func exactText(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { byte(of: $0) != nil })
    {
      return text
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let scalar = byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(base + UInt32(byte))
      if let scalar { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// Returns the bytes of an argument as they were passed to the process.
  static func exactBytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Returns the argument as text to display, with bytes that are not valid UTF-8 replaced.
  static func readableText(of text: String) -> String {
    String(decoding: exactBytes(of: text), as: UTF8.self)
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xff).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }
}

extension [UInt8] {
  /// The bytes as a null-terminated C string.
  var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
