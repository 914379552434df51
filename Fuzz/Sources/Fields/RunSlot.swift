import Foundation

/// A folder for one process at a time, which does one or more runs one after the other.
final class RunSlot {
  /// The bytes that a run may read: this many times the file, which is opened and read several times,
  /// and the libraries and files of the system.
  private static let (greatestPasses, otherBytes) = (64, 32 << 20)
  /// The memory that a run may use, or else this many times what ffprobe uses: FFmpeg allocates a table
  /// as a header declares it, and `analyze` opens a movie a second time before it closes it.
  private static let (greatestMemory, greatestShare) = (512 << 20, 2.5)
  private static let wrongUsage: Int32 = 2

  private let folder: TemporaryDirectory
  private(set) var runs: [FieldRun] = []
  private(set) var process: pid_t = 0

  /// - Parameter companions: The paths of all files that others name.
  init(companions: Set<String>) throws {
    folder = try TemporaryDirectory()
    for path in companions {
      try folder.write(
        Data(contentsOf: URL(filePath: path)), to: (path as NSString).lastPathComponent)
    }
  }

  var isFree: Bool { runs.isEmpty }

  func begin(_ runs: [FieldRun]) throws {
    self.runs = runs
    process = fork()
    if process == 0 { runAndExit() }
    guard process > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  /// Does the runs in this process, which ends with the status of the last one, or with 125 when one of
  /// several fails.
  private func runAndExit() -> Never {
    guard chdir(folder.path) == 0, dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) >= 0,
      dup2(open("errors", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0o600), STDERR_FILENO) >= 0
    else { _exit(125) }
    var status: Int32 = 0
    for run in runs {
      let (name, byteCount) = (name(of: run), Self.readByteCount(of: getpid()))
      guard ftruncate(STDERR_FILENO, 0) == 0, write(run.file.bytes, to: name),
        run.way != .list || write(Data("\(name)\n".utf8), to: "list")
      else { _exit(125) }
      status = run.run(name: name)
      let readCount = Self.readByteCount(of: getpid()) - byteCount
      let problems = problems(of: run, status: status << 8, readCount: readCount)
      if runs.count > 1, !problems.isEmpty { _exit(125) }
    }
    _exit(status)
  }

  /// Writes a file in the working directory.
  private func write(_ bytes: Data, to name: String) -> Bool {
    (try? bytes.write(to: URL(filePath: name))) != nil
  }

  /// Returns what is wrong with the process that has ended, in any of its runs; nil if nothing is.
  func end() throws -> String? {
    let runs = self.runs
    self.runs = []
    guard let run = runs.last else { return nil }
    let readCount = Self.readByteCount(of: process)
    var (status, usage) = (Int32(0), rusage())
    guard wait4(process, &status, 0, &usage) == process else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    var problems = problems(of: run, status: status, readCount: readCount)
    if usage.ru_maxrss << 10 > Self.greatestMemory,
      Double(usage.ru_maxrss) > Self.greatestShare * Double(memoryOfProbe(name(of: run)))
    {
      problems.append("\(usage.ru_maxrss) KiB of memory")
    }
    if problems.isEmpty { return nil }
    return "\(run.name): \(problems.joined(separator: ", "))\n\(errors.suffix(2_000))"
  }

  /// Returns what is wrong with the end of a run, its lines of error, and what it read.
  private func problems(of run: FieldRun, status: Int32, readCount: Int) -> [String] {
    var problems: [String] = []
    if status & 0x7F != 0 {
      problems.append("signal \(status & 0x7F)")
    } else if status >> 8 >= Self.wrongUsage {
      problems.append("status \(status >> 8)")
    }
    if errors.split(separator: "\n").count > 1 { problems.append("several lines") }
    let size = run.file.bytes.count
    if readCount > size * Self.greatestPasses + Self.otherBytes {
      problems.append("\(readCount) bytes read of \(size)")
    }
    return problems
  }

  private var errors: String {
    (try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)) ?? "not UTF-8"
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

  /// The number of bytes that a process has read with system calls.
  private static func readByteCount(of process: pid_t) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
    return line.flatMap { Int($0.dropFirst(7)) } ?? .max
  }
}
