/// The sockets that the system lists in `/proc/net/unix`.
struct UnixSocketTable {
  /// The paths of sockets that accept connections, by inode. A path that begins with `@` is abstract.
  private(set) var listening: [UInt64: String] = [:]

  /// Reads the table. An inode that occurs twice is left out: a path may contain a line break, and so
  /// imitate a line.
  init(_ text: String) {
    var twice: Set<UInt64> = []
    for line in text.split(separator: "\n").dropFirst() {
      // Num RefCount Protocol Flags Type St Inode Path
      let fields = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: true)
      guard fields.count == 8, let flags = UInt32(fields[3], radix: 16), fields[4] == "0001",
        let inode = UInt64(fields[6])
      else { continue }
      let acceptsConnections: UInt32 = 0x10000
      if listening[inode] != nil { twice.insert(inode) }
      if flags & acceptsConnections != 0 { listening[inode] = String(fields[7]) }
    }
    for inode in twice { listening[inode] = nil }
  }

  /// Returns the inode of a link such as `socket:[1234]`; nil for other descriptors.
  static func inode(ofLink text: String) -> UInt64? {
    guard text.hasPrefix("socket:["), text.hasSuffix("]") else { return nil }
    return UInt64(text.dropFirst(8).dropLast())
  }
}
