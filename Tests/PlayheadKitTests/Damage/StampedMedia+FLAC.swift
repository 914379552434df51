import Foundation

/// The frames of a file whose times have no place of their own, because their length depends on them.
protocol StampedFrames {
  /// What identifies the frames, by stream.
  var frames: [Int: [[Int]]] { get }

  /// Returns the file with frames moved by seconds; nil if the container cannot store the time.
  func file(moving indices: Set<Int>, by seconds: Double) -> Data?
}

/// The frames of a FLAC file, whose headers have the number of the frame.
///
/// Source of the format: RFC 9639, 9.1.
struct FLACFrames: StampedFrames {
  private struct Frame {
    let bytes: Data
    let number: Int
    let numberLength: Int
    /// The length of the header without its checksum.
    let headLength: Int
  }

  /// What precedes the first frame.
  private let metadata: Data
  private let all: [Frame]
  private let framesPerSecond: Double

  init(_ bytes: Data) {
    func big(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    // STREAMINFO comes first.
    framesPerSecond = Double(big(18, 3) >> 4) / Double(big(8, 2))
    var start = 4
    var isLast = false
    while !isLast {
      isLast = bytes[start] & 0x80 != 0
      start += 4 + big(start + 1, 3)
    }
    metadata = bytes[..<start]
    var heads: [(place: Int, number: Int, numberLength: Int, length: Int)] = []
    for place in start..<bytes.count - 16 where bytes[place] == 0xFF && bytes[place + 1] == 0xF8 {
      let first = bytes[place + 4]
      let ones = (~first).leadingZeroBitCount
      let count = max(ones, 1)
      let code = bytes[place + 5..<place + 4 + count]
      let number = code.reduce(Int(first & 0x7F >> UInt8(ones))) { $0 << 6 | Int($1 & 0x3F) }
      let extra = [6: 1, 7: 2][Int(bytes[place + 2] >> 4)] ?? 0
      let length = 4 + count + extra
      if Self.sum(of: bytes[place..<place + length], 8, 0x07) == Int(bytes[place + length]) {
        heads.append((place, number, count, length))
      }
    }
    let ends = heads.dropFirst().map(\.place) + [bytes.count]
    all = zip(heads, ends).map { head, end in
      Frame(
        bytes: Data(bytes[head.place..<end]), number: head.number,
        numberLength: head.numberLength, headLength: head.length)
    }
  }

  var frames: [Int: [[Int]]] { [0: all.indices.map { [$0] }] }

  func file(moving indices: Set<Int>, by seconds: Double) -> Data? {
    var file = metadata
    for (place, frame) in all.enumerated() {
      guard indices.contains(place) else {
        file += frame.bytes
        continue
      }
      let number = frame.number + Int((seconds * framesPerSecond).rounded())
      guard let code = Self.code(number) else { return nil }
      let rest = frame.bytes[4 + frame.numberLength..<frame.headLength]
      var bytes = frame.bytes[..<4] + code + rest
      bytes.append(UInt8(Self.sum(of: bytes, 8, 0x07)))
      bytes += frame.bytes[(frame.headLength + 1)..<(frame.bytes.count - 2)]
      let sum = Self.sum(of: bytes, 16, 0x8005)
      file += bytes + Data([UInt8(sum >> 8), UInt8(sum & 0xFF)])
    }
    return file
  }

  /// Returns a number as UTF-8 codes characters, in up to six bytes.
  private static func code(_ number: Int) -> Data? {
    guard (0..<1 << 31).contains(number) else { return nil }
    if number < 0x80 { return Data([UInt8(number)]) }
    var (rest, bytes) = (number, [UInt8]())
    while rest >= 1 << (6 - bytes.count) {
      bytes.insert(0x80 | UInt8(rest & 0x3F), at: 0)
      rest >>= 6
    }
    return Data([~UInt8(0) << UInt8(7 - bytes.count) | UInt8(rest)] + bytes)
  }

  private static func sum(of bytes: Data, _ width: Int, _ polynomial: Int) -> Int {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte) << (width - 8)) { sum, _ in
        (sum << 1 ^ (sum >> (width - 1) & 1 == 1 ? polynomial : 0)) & (1 << width - 1)
      }
    }
  }
}
