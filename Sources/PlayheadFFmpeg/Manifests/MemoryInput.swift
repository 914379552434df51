import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Bytes in memory: a segment with the headers that it needs, or a part of a list.
final class MemoryInput: ByteSource {
  private let bytes: [UInt8]
  private var offset = 0
  let file: ByteInput?

  /// Creates an input of bytes that are read in place of a file.
  init(_ bytes: [UInt8], of file: ByteInput? = nil) { (self.bytes, self.file) = (bytes, file) }

  var isSeekable: Bool { true }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let length = min(count, bytes.count - offset)
    guard length > 0 else { return ffmpeg_error_end_of_file() }
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      buffer.update(from: start + offset, count: length)
    }
    offset += length
    return Int32(clamping: length)
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = Int64(offset)
    case SEEK_END: base = Int64(bytes.count)
    case AVSEEK_SIZE: return Int64(bytes.count)
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    let (target, overflow) = base.addingReportingOverflow(position)
    guard !overflow, target >= 0, target <= Int64(bytes.count) else {
      return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    offset = Int(target)
    return target
  }
}

extension ByteInput {
  /// Returns a list of HLS from a part on; nil for a whole list, and for other files.
  func list(fromPart number: Int) -> MemoryInput? {
    guard number > 0, let text = wholeText else { return nil }
    return HLSManifest.list(text, fromPart: number).map { MemoryInput(Array($0.utf8), of: self) }
  }

  /// The text of a manifest; nil if the file is too long.
  var wholeText: String? {
    guard let size = fixedSize, size <= PartReader.greatestManifestLength,
      let bytes = bytes(at: 0, count: Int(size))
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
