import Glibc
import PlayheadFormatting
import PlayheadInterprocess
import PlayheadOutputs
import PlayheadProcesses
import PlayheadServing

/// The claim of this process to be the only one that steers a player: an abstract socket, which ends with the process.
final class FollowerClaim: Sendable {
  private let socket: Int32

  /// Claims a player for following, or makes sure that no process does with one that leads.
  ///
  /// - Parameter origin: The number of the player, which has several names; nil to know it by its name.
  init(_ target: FollowTarget, origin: UInt64? = nil, leads: Bool) throws(FileFailure) {
    let prefix = "@playhead-follow-\(getuid())-"
    let player = origin.map { "\($0 & ~TimelineOrigin.count)" } ?? target.identity
    let name = (prefix + player).utf8.prefix(107)
    let address: SocketAddress
    do throws(SocketFailure) {
      (address, socket) = (try SocketAddress(Array(name)), try SocketAddress.makeSocket())
    } catch { throw FileFailure(message: "\(target): \(error.description)") }
    let isFree = address.withSystemAddress { [socket] place, size in
      leads
        ? connect(socket, place, size) != 0 && errno != EAGAIN
        : bind(socket, place, size) == 0 && listen(socket, 1) == 0
    }
    if !isFree || origin.map({ isClaimed($0, prefix) }) == true {
      throw FileFailure(message: "\(target): it follows a leader already")
    }
  }

  deinit { close(socket) }

  /// Whether another claim may be for the same player: the numbers of its socket and of its process differ.
  private func isClaimed(_ origin: UInt64, _ prefix: String) -> Bool {
    var status = stat()
    guard fstat(socket, &status) == 0, let list = ProcessReference.read("/proc/net/unix") else {
      return false
    }
    // Num RefCount Protocol Flags Type St Inode Path
    return list.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      guard fields.count == 8, fields[7].hasPrefix(prefix), fields[6] != "\(status.st_ino)",
        let number = UInt64(fields[7].dropFirst(prefix.utf8.count))
      else { return false }
      return TimelineOrigin.isSame(number, origin)
    }
  }
}
