import Glibc
import PlayheadAttaching
import PlayheadServing
import PlayheadTimekeeping

extension AttachedPlayer {
  /// Attaches to the timeline that a ``TimelineServer`` offers, on this or another machine.
  ///
  /// The position is computed from the server's timeline and its clock. The stated uncertainty contains half of the
  /// shortest round trip. Requests throw, because a timeline can only be followed.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - key: The key of the server; nil for none.
  ///   - clock: The clock of host instants and timers.
  ///   - freewheel: For how long the position moves on when the server does not answer; at least a second. Then it is
  ///     lost.
  public convenience init(
    _ address: TimelineAddress, key: TimelineKey? = nil,
    clock: any HostClock = SystemHostClock.shared, freewheel: Duration = .seconds(10)
  ) {
    self.init(address, key: key, clock: clock, freewheel: freewheel, latency: nil, media: .none)
  }

  package convenience init(
    _ address: TimelineAddress, key: TimelineKey?, clock: any HostClock, freewheel: Duration,
    latency: Duration?, media: AttachedMedia
  ) {
    let source = TimecodeSource("\(address)", .network, clock: clock) {
      bell throws(TimecodeLoss) in
      do throws(TimelineFailure) {
        if key != nil { try TimelineKey.load() }
        return TimelineInput(
          try DatagramSocket(asking: address), key, freewheel: freewheel, clock, ending: bell)
      } catch { throw .failed(error.description) }
    }
    self.init(source, clock: clock, latency: latency, media: media)
  }
}

/// The datagrams of the server of a timeline.
private final class TimelineInput: TimecodeInput {
  /// How many datagrams are read before a pause.
  private static let greatestReadCount = 64
  private static let pause = Duration.milliseconds(10)

  private var socket: DatagramSocket
  /// Owns the descriptor.
  private let waiting: WaitingDescriptor
  private let clock: any HostClock
  private var chaser: TimelineChaser

  init(
    _ socket: DatagramSocket, _ key: TimelineKey?, freewheel: Duration, _ clock: any HostClock,
    ending bell: Bell
  ) {
    (self.socket, self.clock) = (socket, clock)
    waiting = WaitingDescriptor(socket.descriptor, ending: bell)
    chaser = TimelineChaser(
      client: .random(in: 1...UInt64.max), key: key, freewheel: freewheel, at: clock.now)
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    if let question = chaser.question(at: clock.now) { socket.send(question) }
    waiting.wait(until: chaser.deadline, on: clock)
    var (count, reports) = (0, [SourceReport]())
    while count < Self.greatestReadCount, let (bytes, _) = socket.receive() {
      let now = clock.now
      chaser.receive(bytes, at: now, system: SystemTime.read(by: clock))
      count += 1
      // An end and the next item may have been sent at once. The end of the timeline waits for its turn.
      do throws(TimecodeLoss) {
        reports += try chaser.settle(at: clock.now)
      } catch {
        if reports.isEmpty { throw error }
        return (reports, .again)
      }
    }
    if socket.isRefused, !chaser.hasAnswer { throw .failed("nobody serves a timeline there") }
    if count == 0 { reports = try chaser.settle(at: clock.now) }
    let isFlooded = count == Self.greatestReadCount
    return (reports, isFlooded ? .wait(until: clock.now.advanced(by: Self.pause)) : .again)
  }
}
