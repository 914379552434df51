import PlayheadLocking
import PlaybackSession
import PlayheadTimekeeping

/// The playback of a program that describes it, as MPRIS shows it.
///
/// Between two descriptions the position is the elapsed time of the first, and the time since then
/// multiplied by its rate.
package final class DescribedPlayback: OfferedPlayback {
  /// Whether the program plays.
  package enum Status: Sendable {
    /// If the rate is not 0.
    case byRate
    case playing
    case paused
    case stopped
  }

  /// What the program says.
  package struct Description: Sendable {
    /// The item that plays; nil for none.
    package var item: DescribedItem?
    package var status = Status.byRate
    package var rate = Rate.normal
    /// The rate at which the program plays while it is not paused.
    package var defaultRate = Rate.normal
    /// The commands that the program carries out.
    package var commands: Set<ProgramCommand.Kind> = []
    /// The rates that the program supports; empty for all.
    package var supportedRates: [Double] = []

    /// The supported rates at which the position moves forward.
    var playableRates: [Double] {
      supportedRates.filter { Rate($0).map { !$0.isPaused } ?? false }
    }

    /// The rate at which the position moves.
    fileprivate var movingRate: Rate {
      item == nil || status == .paused || status == .stopped ? .paused : rate
    }

    var isPaused: Bool {
      status == .byRate ? item == nil || rate.isPaused : status != .playing
    }

    /// The rate of playback that is not paused.
    fileprivate var playingRate: Rate {
      [rate, defaultRate].first { !$0.isPaused } ?? .normal
    }

    fileprivate func abilities(of identity: String) -> PlayerAbilities {
      var abilities = PlayerAbilities()
      (abilities.identity, abilities.decidesItself) = (identity, true)
      abilities.canPlay = !commands.isDisjoint(with: [.play, .togglePlayPause])
      abilities.canPause = !commands.isDisjoint(with: [.pause, .togglePlayPause])
      abilities.canGoNext = commands.contains(.next)
      abilities.canGoPrevious = commands.contains(.previous)
      let rates = playableRates.compactMap { Rate($0) }
      // The current rate is within the range, and so is 1, as the specification demands.
      var within = rates + [playingRate, 1]
      if commands.contains(.changeRate), rates.isEmpty {
        within += [Rate.playable.lowerBound, Rate.playable.upperBound]
      }
      abilities.rates = (within.min() ?? 1)...(within.max() ?? 1)
      return abilities
    }
  }

  private struct State {
    var description: Description
    var timeline: Timeline
    /// The number of items until now.
    var itemCount = 0
    var inputs: [MPRISModel.Input] = []
    var notify: @Sendable () -> Void = {}
    var perform: @Sendable (ProgramCommand) -> Bool = { _ in false }
    var isClosed = false

    func position(at instant: HostInstant) -> MediaTime {
      let position = max(timeline.position(at: instant), .zero)
      return description.item?.duration.map { min(position, max($0, .zero)) } ?? position
    }
  }

  /// The greatest number of collected events. Beyond that the oldest is dropped.
  private static let mostInputs = 256

  private let identity: String
  private let clock: any HostClock
  private let state: Locked<State>

  /// Creates the playback of a program that plays nothing.
  package init(identity: String, clock: any HostClock) {
    (self.identity, self.clock) = (identity, clock)
    state = Locked(
      State(
        description: Description(),
        timeline: Timeline(mediaAnchor: .zero, hostAnchor: clock.now, rate: .paused)))
  }

  /// Sets the closure for commands, on the service's thread. It must not block; it returns false if too many wait.
  package func setPerformer(_ perform: @escaping @Sendable (ProgramCommand) -> Bool) {
    state.withLock { $0.perform = perform }
  }

  /// Changes the description, under the lock. Without a position, another item begins at zero.
  package func update(elapsed: MediaTime? = nil, _ change: (inout Description) -> Void) {
    let now = clock.now
    let notify = state.withLock { state in
      let (oldItem, oldPosition) = (state.description.item, state.position(at: now))
      let oldRate = state.timeline.rate
      change(&state.description)
      var position = elapsed ?? oldPosition
      if let item = state.description.item, oldItem == nil || !item.isSame(as: oldItem) {
        state.itemCount += 1
        state.inputs.append(.started(id: state.itemCount))
        position = elapsed ?? .zero
      }
      let rate = state.description.movingRate
      state.timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: rate)
      state.inputs.append(
        .position(
          state.position(at: now), at: now,
          isJump: rate != oldRate && !rate.isPaused && !oldRate.isPaused,
          of: ObjectIdentifier(self)))
      state.inputs.removeFirst(max(state.inputs.count - Self.mostInputs, 0))
      return state.notify
    }
    notify()
  }

  /// Whether there is something to see or to control.
  package var isOffered: Bool {
    state.withLock { $0.description.item != nil || !$0.description.commands.isEmpty }
  }

  // MARK: Offering

  package var reading: SessionReading { read { _ in }.reading }

  package func removeInputs() -> (inputs: [MPRISModel.Input], reading: SessionReading) {
    read { $0.inputs = [] }
  }

  private func read(
    _ change: (inout State) -> Void
  ) -> (inputs: [MPRISModel.Input], reading: SessionReading) {
    let now = clock.now
    let (old, position) = state.withLock { state in
      defer { change(&state) }
      return (state, state.position(at: now))
    }
    let description = old.description
    var settings = SessionSettings()
    settings.isPaused = description.isPaused
    settings.rate = description.playingRate
    let entry = description.item.map {
      PlaylistEntry(id: max(old.itemCount, 1), location: $0.location ?? "-", title: $0.title ?? "")
    }
    var reading = SessionReading(
      entry.map { [$0] } ?? [], currentIndex: entry.map { _ in 0 }, settings,
      description.abilities(of: identity))
    (reading.playhead, reading.position) = (ObjectIdentifier(self), position)
    reading.isStopped = description.status == .stopped
    guard let item = description.item else { return (old.inputs, reading) }
    (reading.details, reading.duration) = (item.details, item.duration)
    reading.isSeekable = description.commands.contains(.changePosition)
    return (old.inputs, reading)
  }

  package func perform(_ request: SessionRequest) throws(SessionRefusal) {
    let (description, perform) = state.withLock { ($0.description, $0.perform) }
    let commands = try description.commands(for: request, at: reading.position)
    guard description.commands.isSuperset(of: commands.map(\.kind)) else {
      throw .refused("the program does not offer it")
    }
    for command in commands where !perform(command) { throw .tooManyRequests }
  }

  /// Sets the closure that is called when there are events. It must not block.
  package func follow(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.notify = notify }
  }

  package func begin() {}

  package func close() {
    let notify = state.withLock { state in
      state.isClosed = true
      return state.notify
    }
    notify()
  }

  package var isClosed: Bool { state.withLock { $0.isClosed } }
}
