import Foundation

/// A Monkey's Audio 3.99 file, 16-bit mono, whose frames cannot be decoded.
struct APEFile {
  /// The number of samples in every frame except the last.
  var samplesPerFrame = 73_728
  var frameCount: Int
  var samplesOfLastFrame: Int
  var sampleRate = 44_100

  private static var frame: Data { Data(repeating: 0x55, count: 64) }

  var bytes: Data {
    let seekTable = (0..<frameCount).map { headerLength + 4 * frameCount + $0 * Self.frame.count }
    // Descriptor: version, padding; the lengths of descriptor, header, seek table, WAV header, audio
    // data, its upper half, WAV end; a checksum.
    let descriptor =
      Data("MAC ".utf8) + number(3_990, 2) + number(0, 2)
      + [52, 24, 4 * frameCount, 0, frameCount * Self.frame.count, 0, 0].reduce(Data()) {
        $0 + number($1, 4)
      } + Data(count: 16)
    // Compression level, format: no WAV header is stored.
    let header =
      number(2_000, 2) + number(0x20, 2) + number(samplesPerFrame, 4)
      + number(samplesOfLastFrame, 4) + number(frameCount, 4) + number(16, 2) + number(1, 2)
      + number(sampleRate, 4)
    return descriptor + header + seekTable.reduce(Data()) { $0 + number($1, 4) }
      + Data((0..<frameCount).flatMap { _ in Self.frame })
  }

  private var headerLength: Int { 52 + 24 }

  /// Returns a number in little-endian order.
  private func number(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }
}
