import Glibc
import PlayheadMedia
import PlayheadTimecode

/// A WAV file with one channel of 16 bits, which is written from the beginning to the end.
enum SoundFile {
  /// The bytes before the samples.
  private static let headerLength = 44

  /// Creates a file, or empties one of timecode, and writes a header without lengths.
  static func create(_ path: String) throws(TimecodeFailure) -> Int32 {
    // Opening a FIFO does not wait for its reader.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = open(ExactText.bytes(of: path).cString, flags, 0o666)
    if descriptor < 0 { throw errno == ENXIO ? .noFile : .system(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .noFile
    }
    guard status.st_size == 0 || isTimecode(path) else {
      close(descriptor)
      throw .otherFile
    }
    guard ftruncate(descriptor, 0) == 0, append(header(length: .max), to: descriptor) else {
      let code = errno
      close(descriptor)
      throw .system(code)
    }
    return descriptor
  }

  /// Writes samples after the others. Returns false and sets `errno` if that fails.
  static func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        rest = rest.dropFirst(max(count, 0))
      }
      return true
    }
  }

  /// Writes the lengths, and closes the file. A file of more than 4 GiB has none.
  static func finish(_ descriptor: Int32) {
    let end = lseek(descriptor, 0, SEEK_CUR)
    let header = header(length: UInt32(clamping: end - off_t(headerLength)))
    pwrite(descriptor, header, header.count, 0)
    close(descriptor)
  }

  /// How much of an existing file is read: more than the silence that may precede the first frame.
  private static let startLength = 65_536

  /// Throws an error if there is a file that is not one of timecode: it may have been named by mistake.
  static func check(_ path: String) throws(TimecodeFailure) {
    var status = stat()
    guard stat(ExactText.bytes(of: path).cString, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return }
    if !isTimecode(path) { throw .otherFile }
  }

  /// Returns whether a file has the header that is written here, and the levels of linear timecode.
  private static func isTimecode(_ path: String) -> Bool {
    let descriptor = open(ExactText.bytes(of: path).cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: startLength)
    let count = pread(descriptor, &bytes, startLength, 0)
    guard count >= headerLength else { return false }
    // Both lengths differ.
    let (header, lengths) = (header(length: 0), [4..<8, 40..<44])
    let hasHeader = header.indices.allSatisfy { index in
      bytes[index] == header[index] || lengths.contains { $0.contains(index) }
    }
    let samples = stride(from: headerLength, to: count - 1, by: 2).map { index in
      (low: bytes[index], high: Int8(bitPattern: bytes[index + 1]))
    }
    // libltc makes samples of eight bits, and never ones near zero.
    let areTimecode = samples.allSatisfy { low, high in
      low == 0 && (high == 0 || high.magnitude >= 64)
    }
    return hasHeader && areTimecode && (samples.isEmpty || samples.contains { $0.high != 0 })
  }

  private static func header(length: UInt32) -> [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian, Array.init)
    }
    let rate = UInt32(LTCSound.sampleRate)
    let (whole, overflow) = length.addingReportingOverflow(UInt32(headerLength) - 8)
    return Array("RIFF".utf8) + number(overflow ? .max : whole) + Array("WAVEfmt ".utf8)
      + number(UInt32(16)) + number(UInt16(1)) + number(UInt16(1)) + number(rate)
      + number(rate * 2) + number(UInt16(2)) + number(UInt16(16)) + Array("data".utf8)
      + number(length)
  }
}
