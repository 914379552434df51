import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// The bytes of an http(s) URL, requested in ranges with FFmpeg's own protocols.
///
/// The length of the requested range doubles while the ranges follow each other, so that a server
/// sends at most about as much again as is read.
final class RemoteInput: ByteSource {
  private static let leastRange: Int64 = 65_536
  private static let greatestRange: Int64 = 8 << 20

  private let url: String
  private var options: OpaquePointer?
  private let interruption: Interruption
  /// The current response; nil after an error.
  private var response: UnsafeMutablePointer<AVIOContext>?
  /// The part of the file that the response has not returned yet.
  private var rest: Range<Int64> = 0..<0
  /// The length of the last requested range.
  private var rangeLength: Int64 = 0
  private var offset: Int64 = 0
  private let size: Int64
  let isSeekable: Bool

  /// Connects to the server; nil for URLs that are not http(s), or if it does not respond with a number of bytes.
  init?(
    _ url: String, options: OpaquePointer?, patience: Duration? = nil, interruption: Interruption
  ) {
    // The options are FFmpeg's for the protocol. This object frees them.
    var options = options
    if let patience {
      let (seconds, attoseconds) = patience.components
      let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      av_dict_set_int(&options, "rw_timeout", microseconds, 0)
    }
    self.url = url
    self.options = options
    self.interruption = interruption
    let isHTTP = ["http:", "https:"].contains { url.lowercased().hasPrefix($0) }
    var first: UnsafeMutablePointer<AVIOContext>?
    let code =
      isHTTP
      ? Self.open(&first, url, 0..<Self.leastRange, options, interruption)
      : ffmpeg_error_of_errno(ENOSYS)
    response = first
    size = first.map { avio_size($0) } ?? 0
    isSeekable = first.map { $0.pointee.seekable != 0 } == true
    // The size is negative if it is unknown or does not fit.
    if code < 0 || size <= 0 || size > Self.greatestOffset { return nil }
    rangeLength = Self.leastRange
    rest = 0..<min(rangeLength, size)
  }

  deinit {
    avio_closep(&response)
    av_dict_free(&options)
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    if offset >= size { return ffmpeg_error_end_of_file() }
    if !rest.contains(offset) || response == nil {
      let code = request()
      if code < 0 { return code }
    }
    guard let response else { return ffmpeg_error_exit() }
    if offset > rest.lowerBound {
      let skipped = avio_skip(response, offset - rest.lowerBound)
      if skipped < 0 { return Int32(clamping: skipped) }
      rest = offset..<rest.upperBound
    }
    let length = avio_read_partial(
      response, buffer, Int32(clamping: min(Int64(count), rest.upperBound - offset)))
    if length <= 0 { return length == 0 ? ffmpeg_error_end_of_file() : length }
    offset += Int64(length)
    rest = offset..<max(rest.upperBound, offset)
    return length
  }

  /// Requests the bytes from `offset`. Returns FFmpeg's error code on failure.
  private func request() -> Int32 {
    let follows = offset == rest.upperBound
    rangeLength = follows ? min(rangeLength * 2, Self.greatestRange) : Self.leastRange
    avio_closep(&response)
    let range = offset..<offset + min(rangeLength, size - offset)
    let code = Self.open(&response, url, range, options, interruption)
    rest = code < 0 ? 0..<0 : range
    return code
  }

  private static func open(
    _ response: inout UnsafeMutablePointer<AVIOContext>?, _ url: String, _ range: Range<Int64>,
    _ options: OpaquePointer?, _ interruption: Interruption
  ) -> Int32 {
    var own: OpaquePointer?
    defer { av_dict_free(&own) }
    av_dict_copy(&own, options, 0)
    av_dict_set_int(&own, "offset", range.lowerBound, 0)
    av_dict_set_int(&own, "end_offset", range.upperBound, 0)
    var callback = interruption.callback
    return avio_open2(&response, url, AVIO_FLAG_READ, &callback, &own)
  }

  /// Returns exactly `count` bytes at an offset; nil if that fails.
  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    offset = place
    if place != rest.lowerBound { rest = 0..<0 }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while let start = buffer.baseAddress, length < count {
        let code = read(into: start + length, count: count - length)
        guard code > 0 else { break }
        length += Int(code)
      }
    }
    return bytes.count == count ? bytes : nil
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return size
    case SEEK_SET where position >= 0:
      offset = position
      return position
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
