import Dispatch
import PlayheadInterprocess
import PlayheadLocking
import PlayheadTimekeeping

/// Lists the players that could be attached now.
package struct PlayerDiscovery: Sendable {
  private let variables: [String: String]
  private let bus: String?
  private let clock: any HostClock

  /// Creates a discovery.
  ///
  /// - Parameters:
  ///   - variables: The environment, for the place of MPD.
  ///   - bus: The address of the bus; nil for that of the session.
  ///   - clock: The clock of the deadline.
  package init(
    variables: [String: String], bus: String? = nil,
    clock: any HostClock = SystemHostClock.shared
  ) {
    (self.variables, self.bus, self.clock) = (variables, bus, clock)
  }

  /// Returns the players of all kinds. Waits until all have answered, at most for this time; players
  /// that have not answered are left out.
  package func entries(within limit: Duration) -> [AttachableEntry] {
    let deadline = clock.now.advanced(by: limit)
    let searches: [@Sendable (@Sendable ([AttachableEntry]) -> Void) -> Void] = [
      { [self] found in listMPRIS(until: deadline, found) },
      { found in found(MPVSocketFinder.entries()) },
      { [self] found in
        found(MPDProbe.entries(MPDProbe.places(variables), until: deadline, clock))
      },
    ]
    let results = DiscoveryResults(searches.count)
    let routines = searches.enumerated().map { index, search in
      SystemHostClock.shared.makeRoutine(on: .thread("playhead-list")) {
        search { results.set($0, for: index) }
        results.done.signal()
        return .wait(until: nil)
      }
    }
    for routine in routines { routine.wake() }
    for _ in searches {
      let rest = max(clock.now.duration(to: deadline) / .nanoseconds(1), 0)
      let wait = DispatchTime.now() + .nanoseconds(Int(min(rest, 3.6e12)))
      if results.done.wait(timeout: wait) == .timedOut { break }
    }
    for routine in routines { routine.stop() }
    return results.all
  }

  /// Hands over the players that have answered, each time that there is another.
  private func listMPRIS(
    until deadline: HostInstant, _ found: @Sendable ([AttachableEntry]) -> Void
  ) {
    // Without a bus there is no player.
    guard let connection = try? BusConnection(address: bus) else { return }
    defer { connection.forgetCalls() }
    let (bell, listing) = (Bell(), MutableListing())
    func call(_ purpose: MPRISListing.Purpose, _ request: BusRequest) {
      let limit = max(clock.now.duration(to: deadline), .milliseconds(1))
      connection.call(request, within: limit) { answer in
        let calls = listing.value.receive(answer, to: purpose)
        for next in calls { call(next.purpose, next.request) }
      }
    }
    call(.names, MPRISListing.names)
    while !listing.value.isComplete, clock.now < deadline {
      guard (try? connection.process()) != nil else { return }
      found(listing.value.entries)
      if listing.value.isComplete { return }
      guard (try? connection.wait(for: bell, until: deadline)) != nil else { return }
    }
  }
}

/// A listing that closures of one thread change.
private final class MutableListing { var value = MPRISListing() }

/// What several searches have found.
private final class DiscoveryResults: Sendable {
  let done = DispatchSemaphore(value: 0)
  private let found: Locked<[[AttachableEntry]]>

  init(_ count: Int) { found = Locked(Array(repeating: [], count: count)) }

  /// The entries of all searches, in their order.
  var all: [AttachableEntry] { found.withLock { $0.flatMap { $0 } } }

  func set(_ entries: [AttachableEntry], for index: Int) {
    found.withLock { $0[index] = entries }
  }
}
