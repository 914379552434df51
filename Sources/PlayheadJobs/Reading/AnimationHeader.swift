/// How often an animation plays, as the beginning of its file says.
package enum AnimationHeader {
  /// Returns how often ffmpeg plays an animation, by the first bytes: infinity without an end, nil if unknown.
  package static func playCount(in bytes: [UInt8]) -> Double? {
    if bytes.starts(with: "GIF8".utf8) { return plays(ofGIF: bytes) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return plays(ofPNG: bytes) }
    return nil
  }

  /// A GIF without the extension of Netscape plays once.
  private static func plays(ofGIF bytes: [UInt8]) -> Double? {
    guard let rest = bytes.rest(after: Array("NETSCAPE2.0".utf8) + [3, 1]) else { return 1 }
    guard let low = rest.first, let high = rest.dropFirst().first else { return nil }
    let count = Int(high) << 8 | Int(low)
    return count == 0 ? .infinity : Double(count)
  }

  /// Only that a PNG plays without an end is certain: libavformat plays others more often than they say.
  private static func plays(ofPNG bytes: [UInt8]) -> Double? {
    let count = bytes.rest(after: Array("acTL".utf8))?.dropFirst(4).prefix(4)
    return count.map { $0.count == 4 && $0.allSatisfy { $0 == 0 } } == true ? .infinity : nil
  }
}

extension [UInt8] {
  /// Returns the bytes after the first occurrence of some others.
  fileprivate func rest(after mark: [UInt8]) -> ArraySlice<UInt8>? {
    indices.first { self[$0...].starts(with: mark) }.map { self[$0...].dropFirst(mark.count) }
  }
}
