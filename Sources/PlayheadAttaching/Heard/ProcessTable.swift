/// The processes of this machine.
protocol ProcessTable {
  /// Returns the parent of a process; nil if there is none, or no such process.
  func parent(of process: Int32) -> Int32?
  /// Returns the name of the program that a process runs, of which the system keeps 15 bytes.
  func program(of process: Int32) -> String?
}

extension ProcessTable {
  /// Whether a process was started by another one, or by one of its descendants.
  func isDescendant(_ process: Int32, of ancestor: Int32) -> Bool {
    var process = process
    // Processes that end during the search may make a circle.
    for _ in 0..<64 {
      guard let parent = parent(of: process) else { return false }
      if parent == ancestor { return true }
      process = parent
    }
    return false
  }
}

/// The processes in `/proc`.
struct SystemProcesses: ProcessTable {
  func parent(of process: Int32) -> Int32? {
    // 7 (a name) S 1 …: the name may contain parentheses and spaces.
    let text = ProcessFile.text(of: "/proc/\(process)/stat", limit: 4_096)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let parts = text[end...].split(separator: " ")
    return parts.count > 2 ? Int32(parts[2]) : nil
  }

  func program(of process: Int32) -> String? {
    let text = ProcessFile.text(of: "/proc/\(process)/comm", limit: 64)
    return text.split(separator: "\n").first.map(String.init)
  }
}
