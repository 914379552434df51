import Foundation
import PlayheadKit
import PlayheadTestEnvironment

/// What ffprobe reports about one track's frames, as `scripts/make-facts frames` writes it.
struct FrameFacts {
  let track: Int
  let count: Int
  /// The checksum and length of the list of frames.
  let sum: String
  let file: String

  static let all: [FrameFacts] = {
    do {
      return try LibavformatVersion.facts(in: "ffprobe-frames.txt") {
        ($0.file, $0.track) == ($1.file, $1.track)
      } parse: { text in
        text.split(separator: "\n").compactMap(FrameFacts.init)
      }
    } catch {
      preconditionFailure("Tests/Fixtures/ffprobe-frames.txt: \(error)")
    }
  }()

  private init?(_ line: Substring) {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count == 5, let track = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    (self.track, self.count, sum, file) = (track, count, "\(parts[2]) \(parts[3])", parts[4])
  }

  /// The files that have facts, sorted by name.
  static let files = Dictionary(grouping: all, by: \.file).keys.sorted()
}

extension [PresentedFrame] {
  /// Returns these frames of a track as ffprobe reports them: it does not leave out the padding at the
  /// end of AAC in MP4.
  func padded(as file: String) -> [PresentedFrame] {
    guard let padding = DeclaredPadding.inPresent[file], let count = last?.timing.sampleCount else {
      return self
    }
    var frames = self
    frames[frames.count - 1].decoded.timing.sampleCount = count + padding
    return frames
  }

  /// The checksum and length of these frames, to compare with `FrameFacts.sum`.
  var sum: String {
    let lines = map { frame -> String in
      let type =
        frame.timing.pictureType.map { "\($0)" } ?? frame.timing.sampleCount.map { "\($0)" } ?? ""
      let ticks = frame.timing.presentationTicks.map { "\($0)" } ?? ""
      return "\(ticks),\(frame.timing.isKeyframe ? 1 : 0),\(type)\n"
    }
    let bytes = [UInt8](lines.joined().utf8)
    return "\(checksum(bytes)) \(bytes.count)"
  }
}

/// Returns the checksum of POSIX's `cksum`: a CRC of the bytes and then of their count.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0
  func add(_ byte: UInt8) {
    crc ^= UInt32(byte) << 24
    for _ in 0..<8 { crc = crc & 0x8000_0000 == 0 ? crc << 1 : (crc << 1) ^ 0x04C1_1DB7 }
  }
  for byte in bytes { add(byte) }
  var count = bytes.count
  while count > 0 {
    add(UInt8(count & 0xff))
    count >>= 8
  }
  return ~crc
}
