import PlayheadTimekeeping

/// A bundle of Open Sound Control 1.0 with one message: the position in seconds as a `d`, the rate as an
/// `f` and the timecode as an `s`.
package struct OSCBundle {
  /// The seconds from 1900, where the time tags of OSC begin, to 1970.
  private static let secondsBefore1970: Int64 = 2_208_988_800

  package let bytes: [UInt8]

  /// Creates a bundle to an address, which begins with `/`, at a time in nanoseconds since 1970.
  package init(
    to address: String, _ event: TimecodeEvent, timecode: Timecode, wallTime: Int64
  ) {
    let message =
      Self.string(address) + Self.string(",dfs")
      + Self.bigEndian(event.position.seconds.bitPattern)
      + Self.bigEndian(Float(event.rate.doubleValue).bitPattern) + Self.string(timecode.text)
    bytes =
      Self.string("#bundle") + Self.bigEndian(Self.timeTag(wallTime))
      + Self.bigEndian(UInt32(truncatingIfNeeded: message.count)) + message
  }

  /// The time of the Network Time Protocol: seconds in the upper half, 2⁻³² s in the lower.
  private static func timeTag(_ wallTime: Int64) -> UInt64 {
    let (seconds, rest) = Int128(wallTime).quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = UInt64(truncatingIfNeeded: seconds + Int128(secondsBefore1970)) << 32
    return whole | UInt64(truncatingIfNeeded: max(rest, 0) << 32 / 1_000_000_000)
  }

  /// The bytes of a text, with one to four zeros up to a multiple of four.
  private static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + Array(repeating: 0, count: 4 - bytes.count % 4)
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
