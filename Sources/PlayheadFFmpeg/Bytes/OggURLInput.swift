import CPlayheadFFmpeg
import Glibc

/// The bytes of Ogg from a URL that FFmpeg has opened, in which pages have right positions.
final class OggURLInput: ByteSource {
  private static let pieceLength = 32_768
  /// The number of bytes before the current offset that are kept.
  private static let keptLength = 1 << 20

  private var original: UnsafeMutablePointer<AVIOContext>?
  private var ogg: OggInput?
  private var offset: Int64 = 0
  /// The bytes that were read last, and the offset of the first.
  private var window: [UInt8] = []
  private var start: Int64 = 0
  /// The code with which reading has ended behind the window.
  private var code: Int32 = 0

  /// The positions of the pages; nil before the first read.
  var pages: OggPositions? { ogg?.positions }

  /// Adopts a context at its start; returns nil if the bytes are not Ogg, or if they arrive in datagrams.
  init?(_ original: UnsafeMutablePointer<AVIOContext>) {
    guard original.pointee.max_packet_size == 0 else { return nil }
    var head = [UInt8](repeating: 0, count: 4)
    let count = avio_read(original, &head, 4)
    avio_seek(original, 0, SEEK_SET)
    (original.pointee.eof_reached, original.pointee.error) = (0, 0)
    guard count == 4, head.elementsEqual("OggS".utf8) else { return nil }
    self.original = original
  }

  deinit { avio_closep(&original) }

  var isSeekable: Bool {
    original.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 } ?? false
  }

  /// The number of bytes, if they can be read at any offset.
  var size: Int64? {
    guard isSeekable, let original else { return nil }
    let size = avio_size(original)
    return size > 0 ? size : nil
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let bytes = part(at: offset, count: 1, atMost: count)
    if bytes.isEmpty { return code < 0 ? code : ffmpeg_error_end_of_file() }
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { buffer.update(from: start, count: bytes.count) }
    }
    let corrected = UnsafeMutableRawBufferPointer(start: buffer, count: bytes.count)
    if offset == 0, ogg == nil {
      // Further bytes at a seek take long.
      ogg = OggInput(beginning: UnsafeRawBufferPointer(corrected), mayGrow: false, contextLength: 0)
    }
    let place = offset
    offset += Int64(bytes.count)
    ogg?.correct(corrected, at: place) { self.part(at: $0, count: $1, atMost: $1) }
    return Int32(clamping: bytes.count)
  }

  /// Returns bytes at an offset, at least `count` unless they end or cannot be read, and at most `limit`.
  private func part(at place: Int64, count: Int, atMost limit: Int) -> [UInt8] {
    guard let original else { return [] }
    if place < start || place > start + Int64(window.count) {
      guard isSeekable, place >= 0 else { return [] }
      let result = avio_seek(original, place, SEEK_SET)
      if result < 0 {
        code = Int32(clamping: result)
        return []
      }
      (window, start) = ([], place)
    }
    code = 0
    let index = Int(place - start)
    while window.count < index + count {
      // The context that reads this source stores the end and the error, and decides whether to go on.
      (original.pointee.eof_reached, original.pointee.error) = (0, 0)
      var piece = [UInt8](repeating: 0, count: Self.pieceLength)
      code = avio_read_partial(original, &piece, Int32(Self.pieceLength))
      if code <= 0 { break }
      window += piece.prefix(Int(code))
    }
    let bytes = Array(window[index...].prefix(limit))
    let unused = Int(clamping: min(offset, place) - start) - Self.keptLength
    if unused > Self.keptLength {
      window.removeFirst(unused)
      start += Int64(unused)
    }
    return bytes
  }

  /// Returns exactly `count` bytes at an offset; nil if that fails. The offset of the next read stays the same.
  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    let bytes = part(at: place, count: count, atMost: count)
    return bytes.count == count ? bytes : nil
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard let original else { return Int64(ffmpeg_error_exit()) }
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return avio_size(original)
    case SEEK_SET where position >= 0 && position <= Self.greatestOffset:
      guard isSeekable || position >= start && position <= start + Int64(window.count) else {
        return Int64(ffmpeg_error_of_errno(ESPIPE))
      }
      offset = position
      return position
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
