import PlayheadInterprocess
import PlayheadTimekeeping

/// Lists the players that could be attached now.
package struct PlayerDiscovery: Sendable {
  private let bus: String?

  /// Creates a discovery.
  ///
  /// - Parameter bus: The address of the bus; nil for that of the session.
  package init(bus: String? = nil) { self.bus = bus }

  /// Returns the players on the bus that answer within a time, the sockets of running players, and MPD at
  /// its usual place. Whether there is a player at a socket is not known before it is attached.
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
