import PlayheadInterprocess
import Dispatch
import Glibc
import PlayheadLocking
import PlaybackSession
import PlayheadTimekeeping

/// Offers a session on the session bus, by the MPRIS D-Bus Interface Specification 2.2.
///
/// One thread, `playhead-mpris`, answers calls and sends signals. It waits while nobody calls and
/// the session just plays. libsystemd is loaded when the service begins.
public final class MPRISService: Sendable {
  private let playback: any OfferedPlayback
  private let bell = Bell()
  private let isServing = Locked(false)
  /// Signaled when the service's thread is done.
  private let ended = DispatchSemaphore(value: 0)
  private let routine: any HostRoutine

  /// Creates a service, which begins when `begin` is called.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - name: The name of the player on the bus.
  ///   - clock: The clock of the session's players.
  ///   - report: Called at most once, on the service's thread, with the reason why the service ends
  ///     or could not begin.
  public convenience init(
    _ session: any ControlledSession, name: MPRISName,
    clock: any HostClock = SystemHostClock.shared,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.init(name: name, clock: clock, report: report) { SessionFollower(session, notify: $0) }
  }

  /// Creates a service of a playback; if the bus fails, it tries again after the interval, or else closes.
  package init(
    name: MPRISName, clock: any HostClock, retryInterval: Duration? = nil,
    report: @escaping @Sendable (String) -> Void,
    playback: (_ notify: @escaping @Sendable () -> Void) -> any OfferedPlayback
  ) {
    let (bell, busName, ended) = (bell, name.busName, ended)
    let playback = playback { bell.ring() }
    self.playback = playback
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-mpris")) {
      repeat {
        do throws(BusFailure) {
          try Self.run(playback, busName, bell, clock)
        } catch {
          guard let retryInterval else {
            playback.close()
            report(error.reason)
            break
          }
          Self.waitForEvent(
            of: playback, bell, clock, notBefore: clock.now.advanced(by: retryInterval))
        }
      } while !playback.isClosed
      ended.signal()
      return .wait(until: nil)
    }
  }

  deinit { close() }

  /// Begins to follow the session, and connects to the bus on the service's thread.
  public func begin() {
    isServing.withLock { $0 = true }
    playback.begin()
    routine.wake()
  }

  /// Leaves the bus. Waits until that is done, but at most a second: a call may take longer.
  public func close() {
    playback.close()
    let wasServing = isServing.withLock { isServing in
      defer { isServing = false }
      return isServing
    }
    if wasServing { _ = ended.wait(timeout: .now() + 1) }
  }

  private static func run(
    _ playback: any OfferedPlayback, _ name: String, _ bell: Bell, _ clock: any HostClock
  ) throws(BusFailure) {
    let object = MPRISObject(playback, directory: currentDirectory(), at: clock.now)
    // Clients may call as soon as the name is granted, and receive changes after that.
    _ = object.update(at: clock.now)
    let connection = try BusConnection()
    let served = try BusObject(
      on: connection, name: name, path: MPRISObject.path, takes: { object.takes($0) },
      reply: { object.reply(to: $0) }, didReply: { object.didReply() })
    while true {
      try connection.process()
      if playback.isClosed { return }
      // Nothing is announced while the bus does not read: then the newest state follows at once.
      if served.ownsName, !connection.isCongested {
        let signals = object.update(at: clock.now)
        for signal in signals { served.send(signal) }
      }
      try connection.wait(for: bell)
    }
  }

  /// Waits until the bell has rung and an instant has passed, or until the playback is closed.
  package static func waitForEvent(
    of playback: any OfferedPlayback, _ bell: Bell, _ clock: any HostClock,
    notBefore instant: HostInstant
  ) {
    var hasRung = false
    while !playback.isClosed {
      let rest = clock.now.duration(to: instant).components.seconds
      if hasRung, clock.now >= instant { return }
      let limit = hasRung ? Int32(clamping: min(max(rest, 0), 3_600) * 1_000 + 1_000) : -1
      var polled = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, limit) > 0 {
        bell.silence()
        hasRung = true
      }
    }
  }

  private static func currentDirectory() -> [UInt8] {
    guard let directory = getcwd(nil, 0) else { return [] }
    defer { free(directory) }
    return UnsafeBufferPointer(start: directory, count: strlen(directory))
      .map(UInt8.init(bitPattern:))
  }
}
