import CFFmpeg

/// Owns the AVIOContext through which FFmpeg reads a `ByteInput`.
struct InputContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVIOContext>
  /// Keeps the input alive for the context, which refers to it through its opaque pointer.
  let bytes: ByteInput

  /// The buffer size of FFmpeg's own file protocol.
  private static let bufferSize = 32_768

  /// Returns nil if there is no memory.
  static func open(_ bytes: ByteInput) -> InputContext? {
    guard let buffer = av_malloc(bufferSize) else { return nil }
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0,
      Unmanaged.passUnretained(bytes).toOpaque(),
      { opaque, buffer, count in
        guard let opaque, let buffer else { return ffmpeg_error_exit() }
        return Unmanaged<ByteInput>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.read(into: buffer, count: Int(count))
        }
      }, nil,
      { opaque, position, whence in
        guard let opaque else { return -1 }
        return Unmanaged<ByteInput>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.seek(to: position, whence: whence)
        }
      })
    guard let context else {
      av_free(buffer)
      return nil
    }
    // A growing file is opened as a stream, so that FFmpeg does not look for its end.
    let isSeekable = bytes.isSeekable && !bytes.isGrowing
    context.pointee.seekable = isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    return InputContext(adopting: context, bytes: bytes)
  }

  private init(adopting pointer: UnsafeMutablePointer<AVIOContext>, bytes: ByteInput) {
    self.pointer = pointer
    self.bytes = bytes
  }

  deinit {
    // FFmpeg may have replaced the buffer.
    av_free(pointer.pointee.buffer)
    var pointer: UnsafeMutablePointer<AVIOContext>? = pointer
    avio_context_free(&pointer)
  }
}
