/// The choices that determine a schedule: seeded random numbers, or bytes from a fuzzer.
///
/// Equal numbers, or equal bytes, give equal choices.
final class ScheduleChoices {
  private enum Source {
    /// The state of SplitMix64, a generator of 64-bit numbers by Steele, Lea and Flood.
    case seeded(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var source: Source

  init(number: UInt64) { source = .seeded(number &* 0x9E37_79B9_7F4A_7C15) }

  /// Creates choices from bytes, with zeros after the last byte.
  init(_ bytes: some Swift.Sequence<UInt8>) { source = .bytes(Array(bytes)[...]) }

  /// Returns a number from zero to `count - 1`.
  func next(below count: Int) -> Int {
    switch source {
    case .seeded(var state):
      state &+= 0x9E37_79B9_7F4A_7C15
      source = .seeded(state)
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(count))
    case .bytes(var bytes):
      let byte = bytes.popFirst() ?? 0
      source = .bytes(bytes)
      return Int(byte) % count
    }
  }
}
