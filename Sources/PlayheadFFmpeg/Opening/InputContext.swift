import CPlayheadFFmpeg
import Glibc

/// Owns the AVIOContext through which FFmpeg reads a `ByteSource`.
struct InputContext: ~Copyable {
  /// The object that the context's opaque pointer refers to.
  private final class Holder {
    let source: any ByteSource

    init(_ source: any ByteSource) { self.source = source }
  }

  let pointer: UnsafeMutablePointer<AVIOContext>
  let source: any ByteSource
  private let holder: Holder

  /// Whether the bytes are those of a regular file.
  var isFile: Bool { source.file.map(\.isSeekable) ?? false }

  /// Returns a context in place of FFmpeg's own for a URL, in which repeated packets of MPEG-TS are padding.
  static func replacing(
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) -> InputContext? {
    // It is at the same position. Nil for other containers, and without memory. The new context's `source` is a
    // `TransportInput` that owns the old one.
    guard let format = context.pointee.iformat, strcmp(format.pointee.name, "mpegts") == 0,
      let original = context.pointee.pb, let input = open(TransportInput(original))
    else { return nil }
    input.pointer.pointee.pos = avio_tell(original)
    // OpeningWatch observes these.
    input.pointer.pointee.max_packet_size = original.pointee.max_packet_size
    input.pointer.pointee.bytes_read = original.pointee.bytes_read
    context.pointee.pb = input.pointer
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    return input
  }

  /// The buffer size of FFmpeg's own file protocol.
  private static let bufferSize = 32_768
  /// A small buffer, so that little is read beyond a header.
  private static let skippingBufferSize = 4_096

  /// Returns nil if there is no memory.
  static func open(_ source: any ByteSource) -> InputContext? {
    let bufferSize = source is SkippingInput ? skippingBufferSize : bufferSize
    guard let buffer = av_malloc(bufferSize) else { return nil }
    let holder = Holder(source)
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0,
      Unmanaged.passUnretained(holder).toOpaque(),
      { opaque, buffer, count in
        guard let opaque, let buffer else { return ffmpeg_error_exit() }
        return Unmanaged<Holder>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.source.read(into: buffer, count: Int(count))
        }
      }, nil,
      { opaque, position, whence in
        guard let opaque else { return -1 }
        return Unmanaged<Holder>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.source.seek(to: position, whence: whence)
        }
      })
    guard let context else {
      av_free(buffer)
      return nil
    }
    // A growing file is opened as a stream, so that FFmpeg does not look for its end.
    let isSeekable = source.isSeekable && source.file?.isGrowing != true
    context.pointee.seekable = isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    // Otherwise FFmpeg reads on, instead of seeking ahead by up to 32 KiB.
    context.pointee.direct = source is SkippingInput ? 1 : 0
    return InputContext(adopting: context, holder)
  }

  private init(adopting pointer: UnsafeMutablePointer<AVIOContext>, _ holder: Holder) {
    self.pointer = pointer
    self.holder = holder
    source = holder.source
  }

  deinit {
    // FFmpeg may have replaced the buffer.
    av_free(pointer.pointee.buffer)
    var pointer: UnsafeMutablePointer<AVIOContext>? = pointer
    avio_context_free(&pointer)
  }
}
