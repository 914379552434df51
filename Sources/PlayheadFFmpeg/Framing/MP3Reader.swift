/// Looks for a Xing or VBRI header, which declares the number of frames, in the first MP3 frame. Frames of ADTS have
/// no such header.
struct MP3Reader: UnitReader {
  /// The header and its flags are within the first bytes of the frame, at most this many.
  private static let searchedLength = 56
  /// The maximum number of bytes before the first frame.
  private static let greatestDistance = 65_536

  private(set) var declaresDuration: Bool?
  private var distance = 0

  /// Returns nil for other formats.
  init?(beginning: UnsafeRawBufferPointer) {
    if beginning.starts(with: Array("ID3".utf8)) { return }
    if let length = ADTSHeader(beginning)?.byteCount, length < beginning.count,
      ADTSHeader(UnsafeRawBufferPointer(rebasing: beginning[length...])) != nil
    {
      return
    }
    guard let length = AudioFrameHeader(beginning)?.byteCount, length < beginning.count,
      AudioFrameHeader(UnsafeRawBufferPointer(rebasing: beginning[length...])) != nil
    else { return nil }
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength {
    guard bytes.count >= MP3Reader.searchedLength else { return .more }
    if bytes.starts(with: Array("ID3".utf8)) {
      let size = bytes[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      // A footer repeats the header.
      return .length(size + (bytes[5] & 0x10 != 0 ? 20 : 10))
    }
    if ADTSHeader(bytes) != nil {
      declaresDuration = false
      return .lost
    }
    if AudioFrameHeader(bytes) == nil {
      distance += 1
      return distance < MP3Reader.greatestDistance ? .length(1) : .lost
    }
    declaresDuration = MP3Reader.countsFrames(bytes.prefix(MP3Reader.searchedLength))
    return .lost
  }

  func begins(with bytes: [UInt8]) -> Bool { false }

  /// Whether a header counts the frames. Writers that cannot seek back leave the number 0, or all ones.
  private static func countsFrames(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    func isCount(at index: Int) -> Bool {
      let number = bytes.dropFirst(index - bytes.startIndex).prefix(4)
      return number.contains { $0 != 0 } && number.contains { $0 != 0xFF }
    }
    return bytes.indices.dropLast(8).contains { index in
      let word = bytes[index..<index + 4]
      if word.elementsEqual("VBRI".utf8) { return isCount(at: index + 14) }
      guard word.elementsEqual("Xing".utf8) || word.elementsEqual("Info".utf8) else { return false }
      return bytes[index + 7] & 1 != 0 && isCount(at: index + 8)
    }
  }
}
