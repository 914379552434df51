/// The choices that a schedule consists of: seeded random numbers, or bytes that a fuzzer makes up.
///
/// The same number, or the same bytes, make the same choices.
final class ScheduleChoices {
  private enum Source {
    /// The state of SplitMix64, a generator of 64-bit numbers by Steele, Lea and Flood.
    case seeded(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var source: Source

  init(number: UInt64) { source = .seeded(number &* 0x9E37_79B9_7F4A_7C15) }

  /// Choices made of bytes; zeros follow the last.
  init(_ bytes: some Swift.Sequence<UInt8>) { source = .bytes(Array(bytes)[...]) }

  /// A number from zero up to `count`, which is not included.
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
