import FoundationEssentials
import PlayheadInterprocess
import PlayheadTimekeeping

/// Lists the players that could be attached now.
package struct PlayerDiscovery: Sendable {
  private let bus: String?

  /// Creates a discovery on a bus, or on that of the session.
  package init(bus: String? = nil) { self.bus = bus }

  /// Returns the players on the bus that answer within a time, sockets at which a player may be, and MPD's usual place.
  package func entries(within limit: Duration) -> [AttachableEntry] {
    playersOnBus(until: SystemHostClock.shared.now.advanced(by: limit))
      + MPVSocketFinder.entries() + [AttachableEntry(name: "mpd")]
  }

  private func playersOnBus(until deadline: HostInstant) -> [AttachableEntry] {
    // Without a bus there is no player.
    guard let connection = try? BusConnection(address: bus) else { return [] }
    defer { connection.forgetCalls() }
    let (clock, bell, listing) = (SystemHostClock.shared, Bell(), MutableListing())
    func call(_ purpose: MPRISListing.Purpose, _ request: BusRequest) {
      let limit = max(clock.now.duration(to: deadline), .milliseconds(1))
      connection.call(request, within: limit) { answer in
        let calls = listing.value.receive(answer, to: purpose)
        for next in calls { call(next.purpose, next.request) }
      }
    }
    call(.names, MPRISListing.names)
    while !listing.value.isComplete, clock.now < deadline {
      guard (try? connection.process()) != nil, !listing.value.isComplete,
        (try? connection.wait(for: bell, until: deadline)) != nil
      else { break }
    }
    return listing.value.entries
  }
}

/// A listing that closures of one thread change.
private final class MutableListing { var value = MPRISListing() }

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

/// The sockets that the system lists in `/proc/net/unix`.
struct UnixSocketTable {
  /// The paths of sockets that accept connections, by inode. A path that begins with `@` is abstract.
  private(set) var listening: [UInt64: String] = [:]

  /// Reads the table. An inode that occurs twice is left out: a path with a line break can imitate a line.
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
