import PlayheadInterprocess
import PlayheadLocking
import PlayheadTimekeeping

/// Looks up the addresses of a host on a thread that is left behind if the resolver does not return.
final class HostLookup: Sendable {
  typealias Resolver = @Sendable (String, UInt16) throws(SocketFailure) -> [HostAddress]

  private let found = Locked(Result<[HostAddress], SocketFailure>?.none)

  /// Starts the lookup.
  ///
  /// - Parameters:
  ///   - resolver: Looks up the addresses, and may block.
  ///   - bell: Rings when they are known.
  init(_ host: String, _ port: UInt16, by resolver: @escaping Resolver, ringing bell: Bell) {
    // Keeps the thread until it has ended.
    let routine = Locked<(any HostRoutine)?>(nil)
    let thread = SystemHostClock.shared.makeRoutine(on: .thread("playhead-resolve")) { [self] in
      let result = Result { () throws(SocketFailure) in try resolver(host, port) }
      found.withLock { $0 = result }
      bell.ring()
      routine.withLock { $0.take() }?.stop()
      return .wait(until: nil)
    }
    routine.withLock { $0 = thread }
    thread.wake()
  }

  /// The addresses, or why there are none; nil while that is not known.
  var result: Result<[HostAddress], SocketFailure>? { found.withLock { $0 } }
}
