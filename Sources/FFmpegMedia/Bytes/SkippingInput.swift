import CFFmpeg
import Glibc

/// The bytes of a file or URL, with zeros in place of the media data of an MP4 or QuickTime file.
///
/// libavformat computes packets from the sample tables and needs no media data for that. It reads
/// the data of each packet all the same; these reads do not reach the file.
final class SkippingInput: ByteSource {
  private let source: any ByteSource
  private var boxes: MediaDataBoxes
  private let size: Int64
  /// Whether media data is replaced by zeros. Otherwise it is read, and other reads end where it
  /// begins, so that a search for the next header reads no media data.
  private(set) var skips: Bool
  private var offset: Int64 = 0
  /// The number of bytes that were read from the file or URL.
  private(set) var readCount: Int64 = 0

  /// Returns nil if the source is not seekable, or its size is unknown.
  init?(_ source: any ByteSource) {
    let size = source.seek(to: 0, whence: AVSEEK_SIZE)
    guard source.isSeekable, source.file?.isGrowing != true, size > 0 else { return nil }
    self.source = source
    self.size = size
    skips = false
    boxes = MediaDataBoxes(size: size) { place, count in source.bytes(at: place, count: count) }
  }

  /// Creates an input of the same bytes that skips media data. Only one of both may be used at a
  /// time.
  init(skippingDataOf other: SkippingInput) {
    source = other.source
    boxes = other.boxes
    size = other.size
    skips = true
    readCount = other.readCount
  }

  /// Skips media data from now on.
  func beginSkipping() {
    skips = true
  }

  var isSeekable: Bool { true }

  var file: ByteInput? { source.file }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    guard offset < size, count > 0,
      let data = boxes.mediaData(in: offset..<offset + Int64(count))
    else { return readSource(into: buffer, count: count) }
    if data.lowerBound > offset {
      return readSource(into: buffer, count: Int(data.lowerBound - offset))
    }
    let count = Int(min(Int64(count), data.upperBound - offset))
    guard skips else { return readSource(into: buffer, count: count) }
    memset(buffer, 0, count)
    offset += Int64(count)
    return Int32(count)
  }

  private func readSource(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let position = source.seek(to: offset, whence: SEEK_SET)
    if position < 0 { return Int32(clamping: position) }
    let length = source.read(into: buffer, count: count)
    if length > 0 {
      offset += Int64(length)
      readCount += Int64(length)
    }
    return length
  }

  /// Only sets the offset: a URL is not requested before it is read.
  func seek(to position: Int64, whence: Int32) -> Int64 {
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = offset
    case SEEK_END, AVSEEK_SIZE: base = size
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    if whence == AVSEEK_SIZE { return size }
    let (target, overflow) = base.addingReportingOverflow(position)
    guard !overflow, target >= 0 else { return Int64(ffmpeg_error_of_errno(EINVAL)) }
    offset = target
    return target
  }
}

extension ByteSource {
  /// Returns exactly `count` bytes at an offset, or nil. Moves the offset of the next read.
  fileprivate func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard seek(to: place, whence: SEEK_SET) >= 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      guard let start = buffer.baseAddress else { return }
      while length < count {
        let part = read(into: start + length, count: count - length)
        if part <= 0 { break }
        length += Int(part)
      }
    }
    return bytes.count == count ? bytes : nil
  }
}
