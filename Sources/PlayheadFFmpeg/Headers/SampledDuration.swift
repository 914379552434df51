import PlayheadTimekeeping

/// The duration of MP3 or ADTS without a header that counts the frames, from frames in many places of the file.
///
/// libavformat estimates it from the bit rate of the first frames, which may be silent. Files of a few minutes are read
/// whole.
struct SampledDuration {
  fileprivate struct Frame {
    let byteCount: Int
    let sampleCount: Int64
    let sampleRate: Int32
  }

  /// The number of pieces if much is read. If fewer are, no longer file is read whole.
  private static let greatestPieceCount: Int64 = 256
  private static let pieceLength: Int64 = 8_192
  /// The length of a file that is read whole, and of each of its blocks.
  private static let wholeLength: Int64 = 16 << 20
  private static let blockLength: Int64 = 1 << 18
  /// The number of bytes that may be read.
  static let budget = 20 << 20

  let duration: MediaTime
  /// Whether the bytes that were read are frames, except for few.
  let isDense: Bool

  /// Samples the frames of a file of ADTS or MP3; nil if too few are found.
  init?(
    _ bytes: inout HeaderBytes, isADTS: Bool, from start: Int64? = nil,
    pieceCount: Int64 = greatestPieceCount
  ) {
    // The start is the end of the tags, if it is known.
    let isBrief = pieceCount < Self.greatestPieceCount
    let wholeLength = isBrief ? pieceCount * Self.pieceLength : Self.wholeLength
    let start = start ?? MP3Header.endOfTags(of: &bytes)
    let size = bytes.size - start
    guard size > 0 else { return nil }
    let isWhole = size <= wholeLength
    var sum = Sum()
    if isWhole {
      var offset = start
      while offset < bytes.size {
        let length = min(bytes.size - offset, Self.blockLength)
        guard let block = bytes.record(at: offset, count: Int(length)) else { return nil }
        offset += Int64(sum.add(block.bytes, isADTS: isADTS, isLast: offset + length == bytes.size))
      }
    } else {
      let distance = (size - Self.pieceLength) / (pieceCount - 1)
      for index in 0..<pieceCount {
        let offset = start + index * distance
        guard let piece = bytes.record(at: offset, count: Int(Self.pieceLength)) else { return nil }
        _ = sum.add(piece.bytes, isADTS: isADTS, isLast: true)
      }
    }
    // Most of the bytes must be frames.
    let searched = isWhole ? size : pieceCount * Self.pieceLength
    guard sum.rate != nil, sum.byteCount > searched / 2 else { return nil }
    isDense = sum.byteCount > searched / 10 * 9
    let ratio = isWhole ? 1 : Double(size) / Double(sum.byteCount)
    guard let ticks = Int64(exactly: (Double(sum.ticks) * ratio).rounded()) else { return nil }
    duration = MediaTime(ticks: ticks, timebase: Timebase(1, Self.ticksPerSecond))
  }

  /// A multiple of all sample rates.
  private static let ticksPerSecond: Int32 = 28_224_000

  /// The frames found until now.
  private struct Sum {
    var (byteCount, ticks): (Int64, Int64) = (0, 0)
    /// The sample rate of the last frame.
    var rate: Int32?

    /// Adds the frames of a block that a frame follows, or that end with it; returns the end of the last one.
    mutating func add(_ block: [UInt8], isADTS: Bool, isLast: Bool) -> Int {
      // The end may be beyond the block. A header that may be cut belongs to the next block, unless this is the last
      // one.
      block.withUnsafeBytes { bytes in
        func frame(at offset: Int) -> Frame? {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
          return isADTS ? SampledDuration.frameOfADTS(rest) : SampledDuration.frameOfMP3(rest)
        }
        var offset = 0
        while offset < bytes.count, isLast || bytes.count - offset >= 8 {
          guard let found = frame(at: offset) else {
            offset += 1
            continue
          }
          let next = offset + found.byteCount
          // Another recording may follow, whose next frames have the same rate.
          if let rate, rate != found.sampleRate {
            let second = next < bytes.count ? frame(at: next) : nil
            let end = next + (second?.byteCount ?? 0)
            guard second?.sampleRate == found.sampleRate, end < bytes.count,
              frame(at: end)?.sampleRate == found.sampleRate
            else {
              offset += 1
              continue
            }
          }
          if bytes.count - next > 16, frame(at: next)?.sampleRate != found.sampleRate {
            offset += 1
            continue
          }
          (rate, offset) = (found.sampleRate, next)
          byteCount += Int64(found.byteCount)
          ticks += found.sampleCount * Int64(SampledDuration.ticksPerSecond / found.sampleRate)
        }
        return offset
      }
    }
  }

  fileprivate static func frameOfMP3(_ bytes: UnsafeRawBufferPointer) -> Frame? {
    guard let header = AudioFrameHeader(bytes), header.layer == 3, let length = header.byteCount,
      length > 4
    else { return nil }
    return Frame(
      byteCount: length, sampleCount: Int64(header.sampleCount), sampleRate: header.sampleRate)
  }

  fileprivate static func frameOfADTS(_ bytes: UnsafeRawBufferPointer) -> Frame? {
    guard let header = ADTSHeader(bytes) else { return nil }
    return Frame(
      byteCount: header.byteCount, sampleCount: header.sampleCount, sampleRate: header.sampleRate)
  }
}
