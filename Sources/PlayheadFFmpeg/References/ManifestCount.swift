import CPlayheadFFmpeg
import Glibc

/// Counts the manifests that a manifest of HLS names.
///
/// FFmpeg keeps some kilobytes for each, and opens each as soon as it is named. So it would open
/// manifests that name each other without end.
struct ManifestCount {
  /// The maximum number of manifests that media may name.
  static let greatest = 1_000
  private static let signature = Array("#EXTM3U".utf8)
  private static let tags = ["#EXT-X-STREAM-INF:", "#EXT-X-MEDIA:"].map { Array($0.utf8) }
  private static let greatestTagLength = 18
  private static let pieceLength = 32 << 10

  /// The number of lines that may name a manifest.
  private(set) var count = 0
  /// The start of the last line.
  private var line: [UInt8] = []

  /// Counts the manifests that a file at its start names, and returns to the start; nil if it is not a manifest of HLS.
  init?(in input: UnsafeMutablePointer<AVIOContext>, isWhole: Bool) {
    // If it is not read to its end, it is read as far as one buffer reaches, so that it does not have to be opened
    // again.
    var piece = [UInt8](repeating: 0, count: Self.pieceLength)
    var length = avio_read_partial(input, &piece, Int32(piece.count))
    defer { avio_seek(input, 0, SEEK_SET) }
    guard length >= Self.signature.count, piece.starts(with: Self.signature) else { return nil }
    repeat {
      for byte in piece.prefix(Int(length)) { parse(byte) }
      if !isWhole { break }
      length = avio_read_partial(input, &piece, Int32(piece.count))
    } while length > 0
    endLine()
  }

  private mutating func parse(_ byte: UInt8) {
    switch byte {
    case 0x00, 0x0a, 0x0d: endLine()
    default: if line.count < Self.greatestTagLength { line.append(byte) }
    }
  }

  private mutating func endLine() {
    if Self.tags.contains(where: line.starts) { count += 1 }
    line.removeAll(keepingCapacity: true)
  }
}
