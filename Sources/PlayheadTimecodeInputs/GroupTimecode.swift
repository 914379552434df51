/// Reads the timecode in the header of a group of pictures of MPEG-1 and MPEG-2 video (ISO/IEC 13818-2, 6.2.2.6).
package enum GroupTimecode {
  /// Returns the label of the first group of pictures in the bytes of a video; nil if there is none.
  package static func label(in bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while let place = rest.firstIndex(of: 0xB8) {
      rest = rest[(place + 1)...]
      guard place >= 3, bytes[place - 3..<place].elementsEqual([0, 0, 1]), rest.count >= 4 else {
        continue
      }
      let word = rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let numbers = [word >> 26 & 31, word >> 20 & 63, word >> 13 & 63, word >> 7 & 63]
      guard word >> 19 & 1 == 1, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else {
        return nil
      }
      let digits = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
      let separator = word >> 31 == 1 ? ";" : ":"
      return digits[..<3].joined(separator: ":") + separator + digits[3]
    }
    return nil
  }

  /// Returns how many pictures of its group are shown before the first picture in the bytes of a video; nil if the
  /// bytes have none.
  package static func leadCount(in bytes: [UInt8]) -> Int64? {
    var zeros = 0
    for (place, byte) in bytes.enumerated() where place + 3 < bytes.count {
      if zeros >= 2, byte == 1, bytes[place + 1] == 0 {
        return Int64(bytes[place + 2]) << 2 | Int64(bytes[place + 3]) >> 6
      }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return nil
  }
}
