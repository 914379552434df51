import Foundation

/// A folder in which one run at a time reads its file, in a process of its own.
final class RunSlot {
  /// The bytes that a run may read: this many times the file, which is opened and read several times,
  /// and the libraries and files of the system.
  private static let (greatestPasses, otherBytes) = (64, 32 << 20)
  /// The memory that a run may use, or else this many times what ffprobe uses: FFmpeg allocates a table
  /// as a header declares it, and `analyze` opens a movie a second time before it closes it.
  private static let (greatestMemory, greatestShare) = (512 << 20, 2.5)
  private static let wrongUsage: Int32 = 2

  private let folder: TemporaryDirectory
  private var run: FieldRun?
  private(set) var process: pid_t = 0

  /// - Parameter companions: The paths of all files that others name.
  init(companions: Set<String>) throws {
    folder = try TemporaryDirectory()
    for path in companions {
      try folder.write(
        Data(contentsOf: URL(filePath: path)), to: (path as NSString).lastPathComponent)
    }
  }

  var isFree: Bool { run == nil }

  func begin(_ run: FieldRun) throws {
    self.run = run
    let name = name(of: run)
    try folder.write(run.file.bytes, to: name)
    if run.way == .list { try folder.write(Data("\(name)\n".utf8), to: "list") }
    let process = fork()
    if process == 0 { run.runAndExit(in: folder.path, name: name) }
    guard process > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.process = process
  }

  /// Returns what is wrong with the run that has ended; nil if nothing is.
  func end() throws -> String? {
    defer { run = nil }
    guard let run else { return nil }
    let byteCount = readByteCount
    var (status, usage) = (Int32(0), rusage())
    guard wait4(process, &status, 0, &usage) == process else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    let errors =
      (try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)) ?? "not UTF-8"
    let size = run.file.bytes.count
    var problems: [String] = []
    if status & 0x7F != 0 {
      problems.append("signal \(status & 0x7F)")
    } else if status >> 8 >= Self.wrongUsage {
      problems.append("status \(status >> 8)")
    }
    if errors.split(separator: "\n").count > 1 { problems.append("several lines") }
    if byteCount > size * Self.greatestPasses + Self.otherBytes {
      problems.append("\(byteCount) bytes read of \(size)")
    }
    if usage.ru_maxrss << 10 > Self.greatestMemory,
      Double(usage.ru_maxrss) > Self.greatestShare * Double(memoryOfProbe(name(of: run)))
    {
      problems.append("\(usage.ru_maxrss) KiB of memory")
    }
    if problems.isEmpty { return nil }
    return "\(run.name): \(problems.joined(separator: ", "))\n\(errors.suffix(2_000))"
  }

  private func name(of run: FieldRun) -> String {
    "file." + (run.file.file.name as NSString).pathExtension
  }

  /// Returns the KiB of memory with which ffprobe reads the headers of a file; 0 if it cannot be started.
  private func memoryOfProbe(_ name: String) -> Int {
    let process = fork()
    if process == 0 {
      let words = ["ffprobe", "-v", "quiet", "-protocol_whitelist", "file,http,tcp", name]
      guard chdir(folder.path) == 0 else { _exit(127) }
      execvp("ffprobe", words.map { strdup($0) } + [nil])
      _exit(127)
    }
    var usage = rusage()
    return wait4(process, nil, 0, &usage) == process ? usage.ru_maxrss : 0
  }

  /// The number of bytes that the process has read with system calls.
  private var readByteCount: Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
    return line.flatMap { Int($0.dropFirst(7)) } ?? .max
  }
}
