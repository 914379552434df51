import Glibc

/// The bytes of an argument that are not UTF-8 are carried through strings by scalars of the last
/// plane's private use, a byte each, and so are the bytes of such scalars themselves: what was
/// given can always be told again.
extension CommandLine {
  private static let base: UInt32 = 0x10_ff00

  /// The command line, its name first. To be called on the main thread.
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

  /// The bytes that an argument was given as.
  static func exactBytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The argument for people to read: what is not UTF-8 is repaired.
  static func readableText(of text: String) -> String {
    String(decoding: exactBytes(of: text), as: UTF8.self)
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xff).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }
}

extension [UInt8] {
  /// As the system takes text: with a zero byte at its end.
  var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
