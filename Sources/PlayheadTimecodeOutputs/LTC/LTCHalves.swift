import PlayheadTimecode

/// The bits of a frame of linear timecode, as the level of each half, which is -1 or 1.
struct LTCHalves {
  static let count = 160

  /// The number of the frame.
  let number: Int64
  private let levels: [Double]
  /// The sum of the levels before each half.
  private let sums: [Double]

  init(_ number: Int64, _ counter: TimecodeCounter, userBits: UInt32) {
    self.number = number
    var level = -1.0
    let bytes = LTCFrame(counter.timecode(ofFrame: number), userBits: userBits).bytes
    levels = bytes.flatMap { byte in
      (0..<8).flatMap { bit -> [Double] in
        level = -level
        let first = level
        if byte >> bit & 1 == 1 { level = -level }
        return [first, level]
      }
    }
    var sum = 0.0
    sums = levels.map { level in
      defer { sum += level }
      return sum
    }
    total = sum
  }

  /// The sum of all levels.
  let total: Double

  /// Returns the sum of the levels from the beginning until a place in half bits.
  func sum(until offset: Double) -> Double {
    let index = min(max(Int(offset), 0), Self.count - 1)
    return sums[index] + levels[index] * (offset - Double(index))
  }
}
