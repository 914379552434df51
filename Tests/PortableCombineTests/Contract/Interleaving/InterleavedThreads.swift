import Dispatch
import Glibc

/// The threads of an interleaving, which decide in which order they run.
protocol InterleavedThreads: AnyObject, Sendable {
  /// Runs each role in its own thread, and returns when all have returned.
  func run(_ roles: [@Sendable () -> Void])

  /// Lets other threads run.
  func pause()

  /// Whether the calling thread has a lock, if it is known.
  var holdsLock: Bool { get }

  /// The violations of the rules for locks.
  var violations: [String] { get }
}

/// Threads that run at the same time, in the order of the system.
final class RealThreads: InterleavedThreads {
  // One for each role besides the caller's.
  private static let queues = (0..<3).map { DispatchQueue(label: "interleaving-\($0)") }
  // The queues serve one interleaving at a time.
  private static let turn = DispatchSemaphore(value: 1)

  let holdsLock = false
  let violations: [String] = []

  func run(_ roles: [@Sendable () -> Void]) {
    Self.turn.wait()
    defer { Self.turn.signal() }
    let group = DispatchGroup()
    for (queue, role) in zip(Self.queues, roles) { queue.async(group: group, execute: role) }
    for role in roles.dropFirst(Self.queues.count) { role() }
    group.wait()
  }

  func pause() { sched_yield() }
}
