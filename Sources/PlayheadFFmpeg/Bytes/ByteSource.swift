import CPlayheadFFmpeg
import PlayheadMedia

/// Bytes that FFmpeg reads through an AVIOContext.
protocol ByteSource: AnyObject {
  /// Whether FFmpeg may read at any offset.
  var isSeekable: Bool { get }
  /// The file or stream that the bytes come from; nil for a URL or bytes in memory.
  var file: ByteInput? { get }
  /// Looks for another recording behind this one; nil if none can follow.
  var recordingEnd: RecordingEnd? { get }

  /// Waits for bytes at the current offset and reads at most `count`; returns their number, or FFmpeg's error code.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32

  /// Sets the offset of the next read as `lseek` does, or returns the size for `AVSEEK_SIZE`, or FFmpeg's error code.
  func seek(to position: Int64, whence: Int32) -> Int64

  /// Returns the bytes of the recording that follows this one at an offset; nil if they cannot be read by themselves.
  func nextRecording(at place: Int64, name: String) throws(MediaError) -> (any ByteSource)?

  /// Whether there are fewer bytes than `count`; those of a stream are read to find out. After an error that is not known.
  func isShorter(than count: Int64) -> Bool
}

/// Bytes that may be MPEG-TS, whose packets are changed.
protocol TransportSource: AnyObject {
  var transport: TransportRepeats { get set }
}

extension [UInt8] {
  /// Moves the first bytes to a buffer, at most `count`, and returns their number.
  mutating func removeFirst(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    let length = Swift.min(count, self.count)
    for index in 0..<length { buffer[index] = self[index] }
    removeFirst(length)
    return length
  }
}

extension ByteSource {
  /// The greatest offset that is read: its sum with lengths in a header, of 57 bits at most, cannot overflow.
  static var greatestOffset: Int64 { 1 << 62 }

  var file: ByteInput? { nil }
  var recordingEnd: RecordingEnd? { nil }

  func nextRecording(at place: Int64, name: String) throws(MediaError) -> (any ByteSource)? { nil }

  func isShorter(than count: Int64) -> Bool { false }

  /// Reads bytes and drops them while a condition holds; returns nil then, 0 at the end, or FFmpeg's error code.
  func skip(while isMissing: () -> Bool) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while isMissing() {
      let count = read(into: &bytes, count: bytes.count)
      if count <= 0 { return count == ffmpeg_error_end_of_file() ? 0 : count }
    }
    return nil
  }
}
