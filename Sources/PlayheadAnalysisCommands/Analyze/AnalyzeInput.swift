import Glibc
import PlayheadArguments
import PlayheadFormatting
import PlayheadListFiles
import PlayheadOutputs

/// The files to analyze, in order: those of the command line, or those of a list.
struct AnalyzeInput {
  enum Next {
    case file(ListedFile)
    case nothingYet
    case end
  }

  private let access: MediaAccess
  /// Files to return before the list is read further, in reverse order.
  private var expanded: [ListedFile]
  private var list: FileList?
  /// The number of files, if it is known in advance.
  private(set) var total: Int?

  /// Opens the list or expands the arguments, playlists included.
  ///
  /// - Parameter countsNames: Whether to count the names of a list in advance.
  init(_ options: AnalyzeOptions, countsNames: Bool) throws(FileFailure) {
    access = options.access
    expanded = ListFileExpansion.files(options.files, access: access).reversed()
    guard let argument = options.list else {
      total = expanded.count
      return
    }
    let list = try FileList(argument, isNullTerminated: options.isNullTerminated)
    total = countsNames ? list.countedNames : nil
    self.list = list
  }

  func close() { list?.close() }

  /// Returns the next file, or `nothingYet` until the list can be read without blocking.
  mutating func next() throws(FileFailure) -> Next {
    while true {
      if let file = expanded.popLast() { return .file(file) }
      guard let name = try list?.next() else { return .end }
      switch name {
      case .end: return .end
      case .nothingYet:
        if !isReadable { return .nothingYet }
        try list?.fill()
      case .name(let bytes):
        // In a list, `-` is a file of that name.
        let argument = bytes == Array("-".utf8) ? "./-" : CommandLine.exactText(bytes)
        expanded = ListFileExpansion.files([argument], access: access).reversed()
      }
    }
  }

  /// What becomes readable when `next()` has more to return; -1 if there is no list.
  var descriptor: Int32 { list?.descriptor ?? -1 }

  private var isReadable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) != 0
  }
}
