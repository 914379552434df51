import Glibc
import PlayheadFFmpeg

/// The number of the player that a timeline comes from: 28 bits of its process, 32 of its place, and a count.
///
/// Programs of one machine compute the same number for a player. Nobody else learns anything from it.
package enum TimelineOrigin {
  /// The bits that count how often the timeline is offered further.
  package static let count: UInt64 = 0xF
  /// It changes each time the machine starts.
  private static let machine = TimelineKey(path: "/proc/sys/kernel/random/boot_id")

  /// Returns the number of a player; nil if the machine is not known.
  ///
  /// - Parameter place: A text that other players of the process do not have; empty for any player.
  package static func number(of process: String, at place: String = "") -> UInt64? {
    guard let high = digest(process), let low = place.isEmpty ? 0 : digest(place) else {
      return nil
    }
    return high << 36 | (low & 0xFFFF_FFFF) << 4
  }

  /// Returns the name of a process, which has another number in another container.
  package static func name(of process: Int32) -> String {
    var space = stat()
    stat("/proc/self/ns/pid", &space)
    return "\(process) \(space.st_ino)"
  }

  /// Returns whether two numbers may be those of one player.
  package static func isSame(_ number: UInt64, _ other: UInt64) -> Bool {
    let places = [number, other].map { $0 & 0xF_FFFF_FFF0 }
    return number >> 36 == other >> 36 && (places[0] == places[1] || places.contains(0))
  }

  private static func digest(_ text: String) -> UInt64? {
    guard let machine else { return nil }
    return AuthenticationCode.make(of: Array(text.utf8), key: machine.bytes)?.prefix(8)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}
