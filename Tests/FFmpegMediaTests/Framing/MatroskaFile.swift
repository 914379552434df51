import Foundation

/// A Matroska file with packets at the times that a test chooses. It has no cues, and its packets
/// cannot be decoded.
struct MatroskaFile {
  /// Video of 25 pictures per second, each a keyframe, or sound of 8,000 samples per second in
  /// packets of 40 ms.
  enum Kind: UInt64 {
    case video = 1
    case audio = 2
  }

  /// The tracks, and the range of times at which each has packets, in milliseconds.
  var tracks: [(kind: Kind, times: Range<Int64>)]

  /// Wrong cluster times to write, by the second that the cluster begins at.
  var clusterTimes: [Int64: UInt64] = [:]

  static let frameTicks: Int64 = 40

  var bytes: Data { data(length: end) }

  /// Returns the offset at which the packets of a second begin.
  func byteOffset(ofSecond second: Int64) -> Int {
    data(length: second * 1_000).count
  }

  private var end: Int64 { tracks.map(\.times.upperBound).max() ?? 0 }

  private func data(length: Int64) -> Data {
    let header = element(0x1A45_DFA3, string(0x4282, "matroska"))
    let duration = Data([0x44, 0x89, 0x88]) + Self.bigEndian(Double(end).bitPattern, 8)
    let info = element(0x1549_A966, number(0x2A_D7B1, 1_000_000) + duration)
    let entries = tracks.indices.map { entry($0) }.reduce(Data(), +)
    let clusters = stride(from: 0, to: length, by: 1_000).map { cluster(from: $0) }
    let content = info + element(0x1654_AE6B, entries) + clusters.reduce(Data(), +)
    return header + element(0x1853_8067, content)
  }

  private func entry(_ index: Int) -> Data {
    let kind = tracks[index].kind
    let common =
      number(0xD7, UInt64(index + 1)) + number(0x73C5, UInt64(index + 1))
      + number(0x83, kind.rawValue)
      + number(0x23_E383, UInt64(Self.frameTicks) * 1_000_000)
    switch kind {
    case .video:
      let size = number(0xB0, 16) + number(0xBA, 16)
      return element(0xAE, common + string(0x86, "V_MJPEG") + element(0xE0, size))
    case .audio:
      let rate = Data([0xB5, 0x84]) + Self.bigEndian(UInt64(Float(8_000).bitPattern), 4)
      let sound = rate + number(0x9F, 1) + number(0x6264, 16)
      return element(0xAE, common + string(0x86, "A_PCM/INT/LIT") + element(0xE1, sound))
    }
  }

  private func cluster(from start: Int64) -> Data {
    var content = number(0xE7, clusterTimes[start / 1_000] ?? UInt64(start))
    for time in stride(from: start, to: start + 1_000, by: Int(Self.frameTicks)) {
      for (index, track) in tracks.enumerated() where track.times.contains(time) {
        let payload =
          track.kind == .video ? Data([0xFF, 0xD8, 0xFF, 0xD9]) : Data(count: 2 * 8 * 40)
        let place = Self.bigEndian(UInt64(time - start), 2)
        content += element(0xA3, Data([0x80 | UInt8(index + 1)]) + place + [0x80] + payload)
      }
    }
    return element(0x1F43_B675, content)
  }

  // MARK: EBML

  private func element(_ identifier: UInt32, _ content: Data) -> Data {
    let identifier = Self.bigEndian(UInt64(identifier), 4).drop { $0 == 0 }
    return identifier + [0x01] + Self.bigEndian(UInt64(content.count), 7) + content
  }

  private func number(_ identifier: UInt32, _ value: UInt64) -> Data {
    element(identifier, Self.bigEndian(value, 8))
  }

  private func string(_ identifier: UInt32, _ value: String) -> Data {
    element(identifier, Data(value.utf8))
  }

  private static func bigEndian(_ value: UInt64, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) })
  }
}
