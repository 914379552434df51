import FoundationEssentials

/// Finds the sockets of running players that speak mpv's JSON IPC: mpv and our own.
enum MPVSocketFinder {
  private static let programs: Set<String> = ["mpv", "playhead"]
  private static let longestTable = 1 << 22
  private static let mostDescriptors = 4_096

  /// Returns an entry for each socket, in the order of paths.
  static func entries(in root: String = "/proc") -> [AttachableEntry] {
    let table = UnixSocketTable(ProcessFile.text(of: root + "/net/unix", limit: longestTable))
    var paths: Set<String> = []
    for process in names(in: root) where UInt32(process) != nil {
      let folder = "\(root)/\(process)"
      let program =
        ProcessFile.text(of: folder + "/comm", limit: 64).split(separator: "\n").first ?? ""
      guard programs.contains(String(program)) else { continue }
      for descriptor in names(in: folder + "/fd").prefix(mostDescriptors) {
        guard let link = link(at: "\(folder)/fd/\(descriptor)"),
          let inode = UnixSocketTable.inode(ofLink: link), let path = table.listening[inode]
        else { continue }
        if path.hasPrefix("/") || path.hasPrefix("@") {
          paths.insert(path)
        } else if let directory = self.link(at: folder + "/cwd") {
          paths.insert("\(directory)/\(path)")
        }
      }
    }
    return paths.sorted().map { AttachableEntry(name: "mpv:\($0)") }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func link(at path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}
