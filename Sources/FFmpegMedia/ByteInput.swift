import CFFmpeg
import Glibc
import Media

/// The bytes of a medium, read from a file descriptor.
///
/// A regular file is read from where the descriptor stood when it was opened, without moving it:
/// what is opened twice from standard input begins at the same byte. It may be followed while it
/// grows; that it becomes shorter is an error. All else (a pipe, a FIFO, a
/// terminal) is read forwards only, and waiting for it ends when the interruption comes. Its
/// descriptor is polled rather than made non-blocking, as others may share it.
final class ByteInput {
  private enum Access {
    case file(start: Int64)
    case stream(WakeSignal)
  }

  private let descriptor: FileDescriptor
  private let access: Access
  private let interruption: Interruption
  private var growth: FileGrowth?
  /// The `st_dev` of the filesystem on which it lies.
  let device: dev_t
  /// How long a file was seen to be.
  private var greatestSize: Int64
  private var offset: Int64 = 0
  /// Whether a file was found to be shorter than it was.
  private(set) var isTruncated = false
  /// Checks the structure of the file; nil when playing.
  var framingReader: FramingReader?
  /// Whether going back was wanted, and could not be done.
  var hasRefusedSeek = false

  /// Fails where there is nothing to read: a directory, an empty file that is not followed.
  ///
  /// - Parameter growth: how the file is followed, where it is followed already.
  init(
    _ descriptor: consuming FileDescriptor, name: String, following: FileFollowing? = nil,
    growth known: FileGrowth? = nil, interruption: Interruption
  ) throws(MediaError) {
    let status: stat
    do throws(SystemError) {
      status = try descriptor.status()
      if status.st_mode & S_IFMT == S_IFREG {
        let start = try SystemError.check { lseek(descriptor.number, 0, SEEK_CUR) }
        access = .file(start: Int64(start))
        growth = known
        if known == nil, let following {
          growth = try FileGrowth(following, interruption: interruption)
        }
      } else {
        let signal = try WakeSignal()
        interruption.onInterrupt { [weak signal] in signal?.send() }
        access = .stream(signal)
      }
    } catch {
      throw MediaError(.open, name, errno: error.number)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw MediaError(.open, name, .isDirectory) }
    if case .file(let start) = access, start >= status.st_size, growth == nil {
      throw MediaError(.open, name, .isEmpty)
    }
    greatestSize = Int64(status.st_size)
    device = status.st_dev
    self.descriptor = descriptor
    self.interruption = interruption
  }

  /// The same file, from the place on from which this one is read.
  func reopened(name: String) throws(MediaError) -> ByteInput {
    let other: FileDescriptor
    do throws(SystemError) {
      other = try FileDescriptor.duplicate(of: descriptor.number)
    } catch {
      throw MediaError(.open, name, errno: error.number)
    }
    var growth = growth
    growth?.isWaiting = true
    return try ByteInput(other, name: name, growth: growth, interruption: interruption)
  }

  var isSeekable: Bool {
    if case .file = access { true } else { false }
  }

  /// Whether no byte has been read: at the end of a stream, whether there was none.
  var isAtStart: Bool { offset == 0 }

  /// The structure of the bytes read until now; complete at the end of the file.
  var framing: Framing? {
    guard let framingReader else { return nil }
    if case .file(let start) = access { return framingReader.framing(length: greatestSize - start) }
    return framingReader.framing(length: offset)
  }

  /// Whether the file is followed while it grows.
  var isGrowing: Bool { growth != nil }
  /// Whether reading is told that there is nothing yet, whatever there is.
  var isWithheld = false
  /// Whether a file that grows may be asked for its size: who opens it would look for its end.
  var tellsSize = false

  /// Whether reading at the end of a file that grows waits for more; so it is unless told.
  func setWaiting(_ isWaiting: Bool) {
    growth?.isWaiting = isWaiting
  }

  /// How long to wait before reading on at `position` can give anything; nil where it can now.
  func pause(at position: Int64) -> Duration? {
    guard case .file(let start) = access, let status = try? descriptor.status(),
      growth?.isOver(status) == false, position == Int64(status.st_size) - start
    else { return nil }
    return FileFollowing.interval
  }

  /// Reads up to `count` bytes, at least one; returns how many, or FFmpeg's number of the error.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    // A file does not block, but what looks for something in it may read it all.
    if interruption.isInterrupted { return ffmpeg_error_exit() }
    if isWithheld { return ffmpeg_error_try_again() }
    do throws(SystemError) {
      let length: Int
      switch access {
      case .file(let start):
        length = try read(into: buffer, count: count, at: start + offset)
        if length < 0 { return ffmpeg_error_exit() }
      case .stream(let signal):
        guard try signal.wait(toRead: descriptor) else { return ffmpeg_error_exit() }
        length = try SystemError.check { Glibc.read(descriptor.number, buffer, count) }
      }
      framingReader?.take(UnsafeRawBufferPointer(start: buffer, count: length), at: offset)
      offset += Int64(length)
      return length == 0 ? ffmpeg_error_end_of_file() : Int32(length)
    } catch {
      return ffmpeg_error_of_errno(error.number)
    }
  }

  /// Reads from a file, and waits for more of one that grows; a negative number where the
  /// interruption came.
  private func read(
    into buffer: UnsafeMutablePointer<UInt8>, count: Int, at place: Int64
  ) throws(SystemError) -> Int {
    while true {
      let isOver: Bool
      if growth != nil {
        let status = try descriptor.status()
        isOver = growth?.isOver(status) ?? true
      } else {
        isOver = true
      }
      let length = try SystemError.check {
        pread(descriptor.number, buffer, count, off_t(place))
      }
      if length > 0 {
        greatestSize = max(greatestSize, place + Int64(length))
        return length
      }
      if try descriptor.status().st_size < greatestSize {
        isTruncated = true
        throw SystemError(number: EIO)
      }
      if isOver || growth?.isWaiting != true { return 0 }
      try growth?.wait()
      if interruption.isInterrupted { return -1 }
    }
  }

  /// The length in bytes of what can be read at any place; nil for a stream and a file that grows.
  var fixedSize: Int64? {
    guard case .file(let start) = access, growth == nil, let status = try? descriptor.status()
    else { return nil }
    return max(Int64(status.st_size) - start, 0)
  }

  /// Reads exactly `count` bytes at a place of a file, beside what FFmpeg reads; nil if the file
  /// has less or cannot be read there.
  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard case .file(let start) = access, !interruption.isInterrupted else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(pread(descriptor.number, buffer.baseAddress, count, off_t(start + place)), 0)
    }
    return bytes.count == count ? bytes : nil
  }

  /// As `lseek`, or with `AVSEEK_SIZE` the size; returns FFmpeg's number of the error.
  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard case .file(let start) = access else {
      // What asks for the end only wants to know the size.
      if whence & ~AVSEEK_FORCE == SEEK_SET { hasRefusedSeek = true }
      return Int64(ffmpeg_error_of_errno(ESPIPE))
    }
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = offset
    case SEEK_END, AVSEEK_SIZE:
      guard !isGrowing || tellsSize, let status = try? descriptor.status() else {
        return Int64(ffmpeg_error_of_errno(EIO))
      }
      base = Int64(status.st_size) - start
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    if whence == AVSEEK_SIZE { return base }
    let (target, overflow) = base.addingReportingOverflow(position)
    guard !overflow, target >= 0, target <= .max - start else {
      return Int64(ffmpeg_error_of_errno(EINVAL))
    }
    offset = target
    return target
  }
}
