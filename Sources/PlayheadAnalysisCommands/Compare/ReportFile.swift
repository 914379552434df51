import CPlayheadSystem
import FoundationEssentials
import Glibc
import PlayheadArguments
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimingAnalysis

/// A report of `analyze -f json`, in a file or on standard input.
enum ReportFile {
  private static let greatestByteCount = 64 << 20
  private static let headLength = 64

  /// The members by which a record is recognized.
  private struct Head: Decodable {
    var type: String
  }

  /// Why bytes are no report.
  struct Refusal: Error {
    let message: FileMessage
  }

  /// Reads a report; nil for another file, of which nothing is consumed, or if interrupted before it has bytes.
  static func report(
    at argument: String, _ access: MediaAccess, interruption: Interruption
  ) throws(FileFailure) -> TimingReport? {
    let name = CommandLine.readableText(of: argument)
    if argument == "-" {
      if !wait(for: STDIN_FILENO, interruption) { return nil }
      return beginsObject(head(of: STDIN_FILENO)) ? try report(in: STDIN_FILENO, name) : nil
    }
    guard let path = access.media(argument).systemPath else { return nil }
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      beginsObject(head(of: descriptor))
    else { return nil }
    return try report(in: descriptor, name)
  }

  /// Waits until there are bytes to read. Returns whether there are some before an interruption.
  private static func wait(for descriptor: Int32, _ interruption: Interruption) -> Bool {
    let interval: Int32 = 100
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while polled.revents == 0, !interruption.isInterrupted { poll(&polled, 1, interval) }
    return polled.revents != 0
  }

  /// Returns the first bytes that can be read, which stay there.
  private static func head(of descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: headLength)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return [] }
    var count = 0
    switch status.st_mode & S_IFMT {
    case S_IFREG: count = pread(descriptor, &bytes, headLength, lseek(descriptor, 0, SEEK_CUR))
    case S_IFSOCK: count = recv(descriptor, &bytes, headLength, Int32(MSG_PEEK))
    case S_IFIFO: count = system_peek_pipe(descriptor, &bytes, headLength)
    default: return []
    }
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Returns whether bytes are the start of a JSON object, `{"`. Subtitles of MicroDVD begin with `{1}`.
  static func beginsObject(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.drop(while: isSpace)
    guard rest.first == UInt8(ascii: "{") else { return false }
    return rest.dropFirst().drop(while: isSpace).first == UInt8(ascii: "\"")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private static func report(
    in descriptor: Int32, _ name: String
  ) throws(FileFailure) -> TimingReport {
    guard let bytes = [UInt8](readingFrom: descriptor, atMost: greatestByteCount + 1) else {
      throw FileFailure(name, SystemFailure(code: errno))
    }
    guard bytes.count <= greatestByteCount else {
      throw FileFailure(name, FileMessage.largeReport(mebibytes: greatestByteCount >> 20))
    }
    do {
      return try report(of: bytes)
    } catch let refusal as Refusal {
      throw FileFailure(name, refusal.message)
    } catch {
      throw FileFailure(name, FileMessage.noReport)
    }
  }

  /// Decodes a report. Throws `Refusal`, or an error of decoding.
  static func report(of bytes: [UInt8]) throws -> TimingReport {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    let head: Head
    do {
      head = try decoder.decode(Head.self, from: data)
    } catch {
      let count = bytes.split(separator: UInt8(ascii: "\n")).count { beginsObject(Array($0)) }
      throw Refusal(message: count > 1 ? .severalReports(count) : .noReport)
    }
    if head.type == "error" { throw Refusal(message: .failedReport) }
    return try decoder.decode(TimingReport.self, from: data)
  }
}
