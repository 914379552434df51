import CPlayheadFFmpeg
import Glibc

/// The bytes of an MP4 or QuickTime file or URL, of which only those are read that are needed.
///
/// libavformat computes packets from the sample tables and needs no media data for that. It reads
/// the data of each packet all the same; these reads return zeros and do not reach the file. All
/// other bytes are kept, because libavformat goes through them several times.
final class SkippingInput: ByteSource {
  /// What reading media data returns.
  enum MediaData {
    case zeros
    /// The data, a few bytes at a time: while libavformat opens the file, it reads timecodes and the
    /// titles of chapters.
    case pieces
    case whole
  }

  /// A title or a timecode has fewer bytes.
  private static let pieceLength = 256

  private let source: any ByteSource
  private lazy var boxes = MediaDataBoxes(size: size) { [unowned self] place, count in
    header(at: place, count: count)
  }
  private var kept = KeptBytes()
  private let size: Int64
  var mediaData = MediaData.zeros
  private var offset: Int64 = 0
  /// The number of bytes that were read from the file or URL.
  private(set) var readCount: Int64 = 0

  /// Returns nil if the source is not seekable, or its size is unknown.
  init?(_ source: any ByteSource) {
    let size = source.seek(to: 0, whence: AVSEEK_SIZE)
    guard source.isSeekable, source.file?.isGrowing != true, size > 0 else { return nil }
    self.source = source
    self.size = size
  }

  /// Creates an input of the same bytes, with zeros as media data; only one of both may be used at a time.
  init(skippingDataOf other: SkippingInput) {
    source = other.source
    kept = other.kept
    size = other.size
    readCount = other.readCount
  }

  var isSeekable: Bool { true }

  var file: ByteInput? { source.file }

  /// Reads the next bytes; a read that begins before media data ends there, so that a search for a header reads none.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let count = Int(min(Int64(count), size - offset))
    guard count > 0 else { return ffmpeg_error_end_of_file() }
    guard let data = boxes.mediaData(in: offset..<offset + Int64(count)) else {
      return readKept(into: buffer, count: count)
    }
    if data.lowerBound > offset {
      return readKept(into: buffer, count: Int(data.lowerBound - offset))
    }
    let length = min(count, Int(data.upperBound - offset))
    switch mediaData {
    case .whole: return readSource(into: buffer, count: length)
    case .pieces: return readSource(into: buffer, count: min(length, Self.pieceLength))
    case .zeros:
      memset(buffer, 0, length)
      offset += Int64(length)
      return Int32(length)
    }
  }

  /// Returns exactly `count` bytes at an offset of a file, or nil, without affecting FFmpeg's reading.
  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    // Nil for a URL, after an interruption, or if the file has fewer bytes there.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      guard let start = buffer.baseAddress else { return }
      length = kept.copy(at: place, to: start, count: count)
    }
    if bytes.count == count { return bytes }
    readCount += Int64(count)
    return file?.bytes(at: place, count: count)
  }

  /// Returns exactly `count` bytes at an offset, for the search for media data; nil on failure.
  private func header(at place: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let length = bytes.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      let before = offset
      defer { offset = before }
      var length = 0
      while length < count {
        offset = place + Int64(length)
        let read = readKept(into: start + length, count: count - length)
        if read <= 0 { break }
        length += Int(read)
      }
      return length
    }
    return length == count ? bytes : nil
  }

  private func readKept(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let length = kept.copy(at: offset, to: buffer, count: count)
    if length > 0 {
      offset += Int64(length)
      return Int32(length)
    }
    let place = offset
    let read = readSource(into: buffer, count: kept.countMissing(at: offset, of: count))
    kept.keep(UnsafeBufferPointer(start: buffer, count: max(Int(read), 0)), at: place)
    return read
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

/// The boxes of an MP4 or QuickTime file that hold media data (`mdat`). They are searched for only in
/// the parts of the file that are read.
struct MediaDataBoxes {
  /// The kinds of the boxes that a file of this format may begin with.
  private static let first: Set<String> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "sidx", "moof", "emsg",
  ]
  /// The length below which a box is not recorded. It costs about as much to skip as to read.
  private static let leastLength: Int64 = 512
  /// The maximum number of recorded boxes. Data in further ones is read.
  private static let greatestCount = 1 << 20

  private let size: Int64
  private var bytes: HeaderBytes
  /// The contents of the boxes found, in the order of the file.
  private var found: [Range<Int64>] = []
  /// The offset of the next box.
  private var offset: Int64 = 0
  /// Whether no further boxes can be found.
  private var isOver = false

  /// Creates a reader of a file's boxes; `read` returns exactly `count` bytes at an offset of the file, or nil.
  init(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?) {
    self.size = size
    bytes = HeaderBytes(size: size, budget: .max, read: read)
  }

  /// Returns the first range of media data that overlaps a part of the file, which is not empty.
  mutating func mediaData(in part: Range<Int64>) -> Range<Int64>? {
    while !isOver, offset < part.upperBound { advance() }
    let index = found.partitioningIndex { $0.upperBound > part.lowerBound }
    return index < found.count && found[index].lowerBound < part.upperBound ? found[index] : nil
  }

  private mutating func advance() {
    guard let box = MovieBox.box(at: offset, in: 0..<size, of: &bytes),
      offset > 0 || Self.first.contains(box.kind), found.count < Self.greatestCount
    else {
      isOver = true
      return
    }
    if box.kind == "mdat", box.content.upperBound - box.content.lowerBound >= Self.leastLength {
      found.append(box.content)
    }
    offset = box.content.upperBound
  }
}
