import Dispatch
import PlayheadAudioDevices
import PlayheadCore
import PlayheadLocking
import PlayheadTimecode
import PlayheadTimekeeping
import PortableCombine

/// Sends timecode of one playhead after the other to a destination.
package final class TimecodeSender: Sendable {
  /// How long `finish` waits for a destination that a name server or a device may delay, and for others.
  private static let patience = DispatchTimeInterval.milliseconds(200)
  private static let usualPatience = DispatchTimeInterval.seconds(2)

  private let destination: TimecodeDestination
  private let interval: MediaTime
  private let delay: Duration
  private let userBits: UInt32
  private let queue = DispatchQueue(label: "playhead.timecode", qos: .userInteractive)
  private let connection: TimecodeConnection
  private let follower = Locked<(any TimecodeFollowing)?>(nil)

  /// Creates a sender, which opens its destination on its own queue.
  ///
  /// The interval is that of bundles of OSC, and positive. Positions are sent later than the playhead by the delay. The
  /// first group of user bits is in the lowest four bits. `report` is called with each new reason why nothing is sent.
  package init(
    to destination: TimecodeDestination, every interval: MediaTime, delay: Duration,
    userBits: UInt32,
    report: @escaping @Sendable (TimecodeFailure) -> Void
  ) {
    (self.destination, self.interval, self.delay, self.userBits) = (
      destination, interval, delay, userBits
    )
    connection = TimecodeConnection(to: destination, report: report)
  }

  /// Sends the timecode of a playhead instead of the previous one. It is retained until the next, or `leave(_:at:)`.
  package func follow(
    _ playhead: some Playhead, counting counter: TimecodeCounter,
    wallTime: @escaping @Sendable (HostInstant) -> Int64
  ) {
    let new: any TimecodeFollowing
    let (distance, marks) = marks(counter)
    do throws(TimecodeFailure) {
      new = try follower(of: playhead, counter, marks, every: distance, wallTime)
    } catch {
      return connection.recordFailure(error, at: playhead.clock.now)
    }
    let old = follower.withLock { follower in
      defer { follower = new }
      return follower
    }
    if let old { perform { old.end() } }
    perform { [queue] in new.open(on: queue) }
    func subscribe(_ follower: some TimecodeFollowing) {
      playhead.progressPublisher(
        on: Schedule.interval(distance).startingWithPosition(), until: .closed, queue: queue
      ).subscribe(follower)
    }
    subscribe(new)
  }

  private func follower(
    of playhead: some Playhead, _ counter: TimecodeCounter, _ marks: TimecodeMachine.Marks,
    every distance: MediaTime, _ wallTime: @escaping @Sendable (HostInstant) -> Int64
  ) throws(TimecodeFailure) -> any TimecodeFollowing {
    if case .ltcDevice(let device, let channel) = destination {
      let clock = playhead.clock
      return LTCDevice(
        ObjectIdentifier(playhead), SystemAudioOutputOpener(device: device), channel: channel,
        LTCWaveform(counter, userBits: userBits, delay: delay), clock: clock,
        report: { [connection] in connection.recordFailure($0, at: clock.now) },
        recordSuccess: { [connection] in connection.recordSuccess(at: clock.now) })
    }
    guard let encoder = try TimecodeEncoder(destination, counting: counter, userBits: userBits)
    else {
      throw .noDevice
    }
    let follower = TimecodeFollower(
      ObjectIdentifier(playhead), to: connection,
      TimecodeMachine(every: distance, marks, delay: delay), encoder, clock: playhead.clock,
      wallTime: wallTime)
    follower.useTimer(on: queue)
    return follower
  }

  /// Sends nothing more of a playhead.
  package func leave(_ playhead: some Playhead, at progress: PlayheadProgress) {
    let old = follower.withLock { follower in
      follower?.playhead == ObjectIdentifier(playhead) ? follower.take() : nil
    }
    if let old { perform { old.end(at: progress) } }
  }

  /// Waits until everything is sent, but not for a name server, and closes the destination.
  package func finish() {
    let isSent = DispatchSemaphore(value: 0)
    perform { [connection] in
      connection.finish()
      isSent.signal()
    }
    _ = isSent.wait(
      timeout: .now() + (destination.mayBeDelayed ? Self.patience : Self.usualPatience))
  }

  /// Calls a closure after the values on their way. Does not wait for it if a name server may delay it.
  private func perform(_ body: @escaping @Sendable () -> Void) {
    if destination.isFile { queue.sync(execute: body) } else { queue.async(execute: body) }
  }

  private func marks(_ counter: TimecodeCounter) -> (MediaTime, TimecodeMachine.Marks) {
    switch destination {
    case .midi, .sequencer: (counter.step(partsPerFrame: MIDITimecode.partsPerFrame), .sequence)
    case .artNet: (counter.step(partsPerFrame: 1), .newest)
    case .osc: (interval, .newest)
    // At these the sound is corrected.
    case .ltcDevice: (.milliseconds(100), .newest)
    case .ltc: (counter.step(partsPerFrame: LTCStream.partsPerFrame), .sequence)
    }
  }
}

extension PlayheadCourse {
  /// Creates the course that begins with a progress value.
  init(_ progress: PlayheadProgress, isFirst: Bool) {
    let isPlaying = progress.state == .playing
    let change: Change? =
      switch progress.cause {
      case _ where isFirst: isPlaying ? .moved : .stopped
      case .interval, .requested: nil
      case .boundary where isPlaying: nil
      case .seeked, .looped: isPlaying ? .moved : .stopped
      default: isPlaying ? .started : .stopped
      }
    self.init(
      position: progress.position, instant: progress.endInstant ?? progress.hostInstant,
      rate: isPlaying ? progress.rate : .paused, change: change)
  }
}
