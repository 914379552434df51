import Dispatch
import PlayheadCore
import PlayheadLocking
import PlayheadTimekeeping

/// A run of ffmpeg, whose position in the output is published as that of a `Player`.
///
/// The owner runs ffmpeg with `-progress` to a pipe, and passes what it reads there. The duration is the expected one,
/// if the owner states it. With the end of the process the publishers complete: after a value with the cause `ended` if
/// the output is complete, and with `paused` otherwise. All methods may be called from any thread.
public final class Job: Playhead {
  private struct State {
    var parser = ProgressParser()
    var machine: JobMachine
    /// Whether a thread publishes events. It also publishes those that are added in that time.
    var isPublishing = false
  }

  public let clock: any HostClock
  /// The playhead, which publishes.
  package let playhead: ObservedPlayhead
  private let state: Locked<State>

  /// Creates the job of a process that starts now.
  ///
  /// - Parameter clock: The clock of host instants and timers.
  public init(clock: any HostClock = SystemHostClock.shared) {
    self.clock = clock
    let machine = JobMachine(at: clock.now)
    playhead = ObservedPlayhead(machine.observation, clock: clock)
    state = Locked(State(machine: machine))
  }

  deinit { playhead.close() }

  /// Whether the job has written a position, which another thread may still be about to publish.
  package var hasPosition: Bool { state.withLock { $0.machine.hasPosition } }

  /// Applies what the job has written to the target of `-progress`, and which has just been read.
  ///
  /// - Parameter bytes: The bytes, which may end within a block.
  public func receive(_ bytes: ArraySlice<UInt8>) {
    let now = clock.now
    publish { state in
      for block in state.parser.blocks(in: bytes) { state.machine.receive(block, at: now) }
    }
  }

  /// Moves the playhead to a position that a program has just written in another form.
  package func reach(_ position: MediaTime) {
    let now = clock.now
    var block = ProgressBlock()
    block.position = position
    publish { $0.machine.receive(block, at: now) }
  }

  /// Records that the job continues after it was stopped. That time does not count for its speed.
  package func resume() {
    let now = clock.now
    publish { $0.machine.resume(at: now) }
  }

  /// Sets the duration that the output is expected to have. Only the first call counts.
  ///
  /// - Parameter duration: The duration; positive.
  public func expect(_ duration: MediaTime) {
    publish { $0.machine.expect(duration) }
  }

  /// Sets the share of the input that the job has read. It counts if no duration is set.
  package func read(_ share: Double) {
    let now = clock.now
    publish { $0.machine.read(share, at: now) }
  }

  /// Sets the duration of the file in which a process moves, instead of an output that it makes.
  package func expectFile(lasting duration: MediaTime) {
    publish { $0.machine.expect(duration, ofFile: true) }
  }

  /// Sets the last position read or written at an instant, and the number of bytes before it.
  package func move(to position: MediaTime, offset: Int64, at instant: HostInstant) {
    var block = ProgressBlock()
    (block.position, block.size) = (position, offset)
    publish { [block] in $0.machine.receive(block, at: instant) }
  }

  /// Ends the job, because the process has ended.
  ///
  /// - Parameter status: The exit status; 0 if the process was successful.
  /// - Returns: Whether the output is complete: the process was successful, it has written something, and it has
  ///   reported its end, or the output lacks at most a second, or 3 %, of the expected duration.
  @discardableResult
  public func end(status: Int32) -> Bool {
    let now = clock.now
    publish { $0.machine.end(isSuccessful: status == 0, at: now) }
    return state.withLock { $0.machine.observation.state == .ended }
  }

  /// Changes the machine, and publishes its events in order.
  private func publish(_ body: (inout State) -> Void) {
    var isOwner = state.withLock { state in
      body(&state)
      defer { state.isPublishing = true }
      return !state.isPublishing
    }
    while isOwner {
      let event = state.withLock { state in
        let event = state.machine.nextEvent()
        state.isPublishing = event != nil
        return event
      }
      switch event {
      case .changed(let cause, let observation): playhead.change(cause, to: observation)
      case .corrected(let observation): playhead.correct(observation)
      case .closed: playhead.close()
      case nil: isOwner = false
      }
    }
  }

  // MARK: Playhead

  /// The current progress, as one consistent reading, with the cause `requested`.
  public var progressIfKnown: PlayheadProgress? { playhead.progressIfKnown }

  /// Returns a publisher of the progress at the updates and boundaries of a schedule, and at each
  /// discontinuity. Never fails.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries. Those that the job has passed between two blocks are delivered
  ///     with the second one.
  ///   - completion: When the publisher completes: with `closed`, when the job is over; with `ended`, also when
  ///     its output is complete.
  ///   - queue: The delivery queue, which must be serial.
  /// - Returns: The publisher.
  public func progressPublisher(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue = .main
  ) -> ScheduledProgressPublisher {
    playhead.progressPublisher(on: schedule, until: completion, queue: queue)
  }
}
