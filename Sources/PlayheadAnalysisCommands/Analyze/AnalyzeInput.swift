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
  /// The size of all files in bytes, if it is counted and known in advance.
  private(set) var byteCount: Int64?

  /// Opens the list or expands the arguments. Counts the names, or the bytes of the files, if requested.
  init(_ options: AnalyzeOptions, countsFiles: Bool) throws(FileFailure) {
    access = options.access
    expanded = options.listedFiles(options.files).reversed()
    guard let argument = options.list else {
      total = expanded.count
      byteCount = countsFiles ? AnalyzeInput.byteCount(of: expanded, access) : nil
      return
    }
    let list = try FileList(argument, isNullTerminated: options.isNullTerminated)
    total = countsFiles ? list.countedNames : nil
    self.list = list
  }

  /// Returns the size of files in bytes; nil if one of them is a stream or a URL.
  private static func byteCount(of files: [ListedFile], _ access: MediaAccess) -> Int64? {
    var sum: Int64 = 0
    for file in files where file.refusal == nil {
      let version = FileVersion(of: file.argument, access)
      if version.size == nil, version.key == nil || access.media(file.argument).systemPath == nil {
        return nil
      }
      let (total, overflow) = sum.addingReportingOverflow(version.size ?? 0)
      if overflow { return nil }
      sum = total
    }
    return sum
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
