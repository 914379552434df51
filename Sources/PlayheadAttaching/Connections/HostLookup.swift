import PlayheadInterprocess
import PlayheadLocking
import PlayheadTimekeeping

/// Looks up the addresses of a host on a thread that is left behind if the resolver does not return.
final class HostLookup: Sendable {
  typealias Resolver = @Sendable (String, UInt16) throws(SocketFailure) -> [HostAddress]

  private let found = Locked(Result<[HostAddress], SocketFailure>?.none)

  /// Starts a lookup by a resolver that may block, and rings the bell when the addresses are known.
  init(_ host: String, _ port: UInt16, by resolver: @escaping Resolver, ringing bell: Bell) {
    let thread = SystemHostClock.shared.makeRoutine(on: .thread("playhead-resolve")) { [self] in
      let result = Result { () throws(SocketFailure) in try resolver(host, port) }
      found.withLock { $0 = result }
      bell.ring()
      return .wait(until: nil)
    }
    thread.wake()
  }

  /// The addresses, or why there are none; nil while that is not known.
  var result: Result<[HostAddress], SocketFailure>? { found.withLock { $0 } }
}
