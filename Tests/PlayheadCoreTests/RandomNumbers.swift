/// Random numbers that are the same in each run: the generator SplitMix64 by Steele, Lea and Flood.
struct RandomNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  /// Returns a number from 0 to `limit` - 1.
  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
