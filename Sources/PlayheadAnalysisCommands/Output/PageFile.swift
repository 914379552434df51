import Glibc
import PlayheadFormatting
import PlayheadOutputs
import PlayheadPages

/// The page that `--html` writes.
///
/// The table of all files precedes their sections, which are in a temporary file until the table is complete.
final class PageFile {
  private static let pieceLength = 65_536
  private static let head = Array("<!DOCTYPE html>".utf8)

  private let page: Page
  private let name: String
  private let descriptor: Int32
  private let sections: UnsafeMutablePointer<FILE>
  private var rows: [String] = []
  /// The titles of the diagrams.
  private var titles: Set<String> = []

  /// Opens or creates the file, which is not changed before `finish()`. Throws if there is another kind of file.
  init(_ path: String, _ page: Page) throws(FileFailure) {
    self.page = page
    name = CommandLine.readableText(of: path)
    do throws(SystemFailure) {
      descriptor = try LogFile.open(path)
    } catch {
      throw FileFailure(name, error)
    }
    guard let sections = tmpfile() else {
      let code = errno
      close(descriptor)
      throw FileFailure("temporary file", SystemFailure(code: code))
    }
    // A command that is measured does not get it.
    _ = fcntl(fileno(sections), F_SETFD, FD_CLOEXEC)
    self.sections = sections
    if !isEmptyOrPage { throw FileFailure(name, OutputMessage.noPage) }
  }

  deinit {
    fclose(sections)
    close(descriptor)
  }

  /// Adds the section of a file.
  func add(_ section: PageSection) throws(FileFailure) {
    rows.append(section.row)
    titles.formUnion(section.titles)
    let bytes = Array(section.html.utf8)
    if fwrite(bytes, 1, bytes.count, sections) != bytes.count {
      throw FileFailure("temporary file", SystemFailure(code: errno))
    }
  }

  func finish() throws(FileFailure) {
    _ = ftruncate(descriptor, 0)
    try write(Array(page.head(rows).utf8))
    rewind(sections)
    var piece = [UInt8](repeating: 0, count: PageFile.pieceLength)
    while case let count = fread(&piece, 1, piece.count, sections), count > 0 {
      try write(Array(piece[..<count]))
    }
    if ferror(sections) != 0 { throw FileFailure("temporary file", SystemFailure(code: EIO)) }
    try write(Array(page.tail(explaining: titles).utf8))
  }

  private func write(_ bytes: [UInt8]) throws(FileFailure) {
    switch RecordOutput(descriptor: descriptor).write(bytes) {
    case .written: return
    case .closed, .abandoned: throw FileFailure(name, SystemFailure(code: EPIPE))
    case .failed(let code): throw FileFailure(name, SystemFailure(code: code))
    }
  }

  /// Whether nothing is lost if the file is written: it may have been named by mistake.
  private var isEmptyOrPage: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return true }
    let reading = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    defer { if reading >= 0 { close(reading) } }
    var start = [UInt8](repeating: 0, count: PageFile.head.count)
    return reading >= 0 && read(reading, &start, start.count) == start.count
      && start == PageFile.head
  }
}

extension PageFile? {
  /// Writes to the page, if there is one. After a failure there is none.
  mutating func write(_ body: (PageFile) throws(FileFailure) -> Void) -> FileFailure? {
    guard let page = self else { return nil }
    do throws(FileFailure) {
      try body(page)
      return nil
    } catch {
      self = nil
      return error
    }
  }
}
