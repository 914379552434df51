import Glibc
import PlayheadFormatting
import PlayheadOutputs

/// A file of JSON lines to which several processes may append records.
///
/// Each record is one write while the file is locked (`flock`). If a process was killed within a
/// write, the file ends with an incomplete line. The next process that writes removes that line
/// first, so that it never becomes a part of another record.
final class RecordFile {
  private static let lineFeed = UInt8(ascii: "\n")
  /// What every record begins with.
  private static let head = Array("{\"type\":\"".utf8)
  private static let pieceLength = 65_536

  private let name: String
  private let descriptor: Int32
  /// The same file for reading; -1 if it is not a regular file.
  private let reading: Int32
  private let output: RecordOutput

  /// Opens or creates a file, and removes an incomplete last record. Throws if the file is of another kind.
  init(_ path: String) throws(FileFailure) {
    name = CommandLine.readableText(of: path)
    do throws(SystemFailure) {
      descriptor = try LogFile.open(path)
    } catch {
      throw FileFailure(name, error)
    }
    output = RecordOutput(descriptor: descriptor, isOwned: true)
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    reading = isRegular ? open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC) : -1
    if !isEmptyOrRecords || !withLock(removeIncompleteLine) {
      throw FileFailure(name, OutputMessage.noRecords)
    }
  }

  deinit {
    if reading >= 0 { close(reading) }
  }

  /// Returns the keys of the records in the file.
  func keys() throws(FileFailure) -> RecordedKeys {
    guard reading >= 0 else { throw FileFailure(name, OutputMessage.unreadableRecords) }
    do throws(SystemFailure) {
      return try RecordedKeys(descriptor: reading)
    } catch {
      throw FileFailure(name, error)
    }
  }

  /// Appends a record. If that fails, the file ends with the previous record.
  func append(_ record: String) throws(FileFailure) {
    let outcome = withLock {
      removeIncompleteLine() ? output.write(Array(record.utf8)) : nil
    }
    switch outcome {
    case .written: break
    case nil: throw FileFailure(name, OutputMessage.noRecords)
    case .closed, .abandoned: throw FileFailure(name, SystemFailure(code: EPIPE))
    case .failed(let code): throw FileFailure(name, SystemFailure(code: code))
    }
  }

  /// Runs `body` while no other process writes, if the file system can lock. Otherwise only appends are in order.
  private func withLock<Result>(_ body: () -> Result) -> Result {
    if reading < 0 { return body() }
    var status: Int32 = -1
    repeat { status = flock(descriptor, LOCK_EX) } while status != 0 && errno == EINTR
    defer { if status == 0 { flock(descriptor, LOCK_UN) } }
    return body()
  }

  /// Removes the last line if it is incomplete; returns false if it is no record.
  private func removeIncompleteLine() -> Bool {
    let end = reading < 0 ? 0 : lseek(reading, 0, SEEK_END)
    var last = RecordFile.lineFeed
    guard end > 0, pread(reading, &last, 1, end - 1) == 1, last != RecordFile.lineFeed else {
      return true
    }
    var piece = [UInt8](repeating: 0, count: RecordFile.pieceLength)
    var start = end
    while start > 0 {
      let length = min(start, off_t(piece.count))
      guard pread(reading, &piece, Int(length), start - length) == length else { return true }
      start -= length
      if let place = piece[..<Int(length)].lastIndex(of: RecordFile.lineFeed) {
        start += off_t(place) + 1
        break
      }
    }
    guard isRecord(at: start) else { return false }
    _ = ftruncate(descriptor, start)
    return true
  }

  private var isEmptyOrRecords: Bool { reading < 0 || isRecord(at: 0) }

  /// Returns whether a line begins as a record does, or as one that is not complete.
  private func isRecord(at start: off_t) -> Bool {
    var head = [UInt8](repeating: 0, count: RecordFile.head.count)
    let count = max(pread(reading, &head, head.count, start), 0)
    // After a power failure, some file systems have zeros in place of the last bytes.
    return zip(head[..<count], RecordFile.head).allSatisfy { $0 == 0 || $0 == $1 }
  }
}
