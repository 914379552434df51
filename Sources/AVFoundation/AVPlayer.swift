import Foundation
internal import PlayheadLocking
internal import PlayheadCore
internal import PlayheadTimekeeping
import PortableCombine

/// Plays an item, with sound if the system has an output. May be used on any thread.
///
/// The properties are observable. The playback ends when the player is released. Source of names and
/// rules: Apple's documentation of `AVPlayer`.
// Sendable is unchecked: all that changes is behind a lock.
open class AVPlayer: _AVObservable, _KeyValueCodingAndObserving, @unchecked Sendable {
  struct State {
    var items: [AVPlayerItem] = []
    var observers: Set<TimeObservation> = []
    var action = ActionAtItemEnd.pause
    var isReady = false
    var defaultRate: Float = 1
    var volume: Float = 1
    var isMuted = false
    var waits = true
    var watching: AnyCancellable?
  }

  /// The clock and the sound of new players. Tests replace them.
  @TaskLocal static var environment = PlayerEnvironment()

  let queue = PlayerQueue(clock: environment.clock)
  let main = MainDelivery(environment.clock)
  let audio = environment.audio
  let state = Locked(State())

  /// Creates a player without an item.
  public override init() {
    super.init()
    begin(with: nil)
  }

  /// Creates a player of the media at a URL, which begins to load.
  public init(url: URL) {
    super.init()
    begin(with: AVPlayerItem(url: url))
  }

  /// Creates a player of an item, which begins to load.
  public init(playerItem item: AVPlayerItem?) {
    super.init()
    begin(with: item)
  }

  private func begin(with item: AVPlayerItem?) {
    let advances = self is AVQueuePlayer
    queue.actionAtItemEnd = advances ? .advance : .pause
    let watching = queue.currentItemPublisher(queue: nil).sink { [weak self] player in
      player?.beginLoading()
      self?.schedulePublishing()
    }
    state.withLock { state in
      state.watching = watching
      state.action = advances ? .advance : .pause
    }
    if let item { enqueue(item, after: nil) }
  }

  deinit {
    queue.removeAllItems()
    main.end()
  }

  // MARK: Items

  /// The item that plays, or that will when the rate is not 0.
  open var currentItem: AVPlayerItem? { state.withLock { $0.items.first } }

  /// Plays another item, from where it was left; nil for none.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    if item === currentItem { return }
    queue.removeAllItems()
    let removed = state.withLock { state in
      defer { state.items = [] }
      return state.items
    }
    if let item { enqueue(item, after: nil) }
    withExtendedLifetime(removed) { publishChanges() }
  }

  func enqueue(_ item: AVPlayerItem, after other: AVPlayerItem?) {
    precondition(!item.isAttached, "An item is in one player only, and once")
    let player = item.attach(to: self)
    state.withLock { $0.items.append(item) }
    (player.volume, player.isMuted) = (volume, isMuted)
    queue.insert(player, after: other?.player)
    item.markQueued(player)
  }

  /// The action at the end of an item. `advance` is only for an `AVQueuePlayer`.
  open var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.action } }
    set {
      precondition(newValue != .advance || self is AVQueuePlayer, "Only an AVQueuePlayer advances")
      state.withLock { $0.action = newValue }
      queue.actionAtItemEnd = newValue == .advance ? .advance : .pause
      changes.send()
    }
  }

  // MARK: Rate

  /// Plays at `defaultRate`. Has no effect at the end of an item: seek first.
  open func play() { rate = defaultRate }
  /// Pauses.
  open func pause() { rate = 0 }
  /// Plays at a rate. It still waits until the first media has been read.
  open func playImmediately(atRate rate: Float) { self.rate = rate }

  /// The requested rate; 0 if paused. Limited to 0.1 to 16; a negative rate pauses.
  open var rate: Float {
    get {
      let isOver = actionAtItemEnd == .pause && currentItem?.isAtEnd == true
      return isOver ? 0 : Float(queue.rate.doubleValue)
    }
    set {
      queue.setRate(newValue > 0 ? Rate(Double(min(max(newValue, 0.1), 16))) ?? .paused : .paused)
      publishChanges()
    }
  }

  /// The rate of `play()`.
  open var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { change { $0.defaultRate = newValue } }
  }

  /// Whether the playhead moves.
  open var timeControlStatus: TimeControlStatus {
    if rate == 0 { return .paused }
    if reasonForWaitingToPlay != nil { return .waitingToPlayAtSpecifiedRate }
    return .playing
  }

  /// Why the playhead waits; nil if it does not.
  open var reasonForWaitingToPlay: WaitingReason? {
    if rate == 0 { return nil }
    guard let item = currentItem else { return .noItemToPlay }
    switch item.player?.timeControlStatus {
    case .playing: return nil
    case .waitingToPlayAtSpecifiedRate(.starting): return .evaluatingBufferingRate
    case .waitingToPlayAtSpecifiedRate: return .toMinimizeStalls
    case .paused, nil: return item.isAtEnd ? nil : .evaluatingBufferingRate
    }
  }

  /// Whether playback continues after a stall once enough has been read. Otherwise a stall pauses.
  open var automaticallyWaitsToMinimizeStalling: Bool {
    get { state.withLock { $0.waits } }
    set { change { $0.waits = newValue } }
  }

  /// Whether the player can play. Errors of media are those of items.
  open var status: Status {
    let isKnown = currentItem.map { $0.status != .unknown } ?? false
    return isKnown || state.withLock { $0.isReady } ? .readyToPlay : .unknown
  }

  /// Always nil: see `AVPlayerItem.error`.
  open var error: (any Error)? { nil }

  // MARK: Time and sound

  /// The position in the current item; zero without one.
  open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

  /// Moves the playhead at once, exactly to the time, which every tolerance allows.
  ///
  /// A time before the media counts as its start, a time after it as its end. An invalid or indefinite time
  /// is a programming error and stops the program. All other methods with a time do the same.
  open func seek(to time: CMTime) { move(to: time, nil) }
  /// Moves the playhead. Calls the handler on the main queue: with true once media has been read there, with
  /// false if another seek took its place or it failed; without an item at once, with false.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    move(to: time, completionHandler)
  }
  /// Moves the playhead.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    move(to: time, nil)
  }
  /// Moves the playhead, and calls the handler.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping (Bool) -> Void
  ) { move(to: time, completionHandler) }
  /// Has no effect: media have no dates.
  open func seek(to date: Date) {}
  /// Calls the handler with false: media have no dates.
  open func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) {
    completionHandler(false)
  }

  /// Calls a closure with the position: at once for each current item, at each interval of media time,
  /// and whenever playback starts, stops, stalls, jumps, changes its rate, ends or fails.
  ///
  /// It ends with `removeTimeObserver(_:)` or when the player is released. The closure is not marked
  /// Sendable, so that code compiles in every language mode; it must be safe on the queue.
  ///
  /// - Parameters:
  ///   - interval: Positive; `.positiveInfinity` for none.
  ///   - queue: The serial queue on which the closure is called; nil for the main queue.
  ///   - block: Receives the position.
  /// - Returns: The observer, for `removeTimeObserver(_:)`.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any { observe(every: interval, on: queue ?? .main, block) }

  /// Calls a closure whenever playback crosses one of the times, each an `NSValue(time:)`.
  ///
  /// Ends and queues are those of periodic observers.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any { observe(times.map(\.timeValue), on: queue ?? .main, block) }

  /// Ends an observation. If this is called on its queue, the closure is not called again. A second call has no effect.
  ///
  /// - Parameter observer: An observer that this player returned; any other object stops the program.
  open func removeTimeObserver(_ observer: Any) { end(observer) }

  /// The volume, from 0 to 1.
  open var volume: Float {
    get { state.withLock { $0.volume } }
    set { change { $0.volume = newValue } }
  }

  /// Whether there is no sound, whatever the volume.
  open var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { change { $0.isMuted = newValue } }
  }

  /// Changes the state, and gives the items its volume.
  private func change(_ body: (inout State) -> Void) {
    let (items, volume, isMuted) = state.withLock { state in
      body(&state)
      return (state.items, state.volume, state.isMuted)
    }
    for player in items.compactMap(\.player) { (player.volume, player.isMuted) = (volume, isMuted) }
    changes.send()
  }

  // MARK: Without effect

  /// Has no effect: there is no AirPlay.
  @_Inert open var allowsExternalPlayback = true
  /// Has no effect: there is no AirPlay.
  @_Inert open var usesExternalPlaybackWhileExternalScreenIsActive = false
  /// Always false.
  open var isExternalPlaybackActive: Bool { false }
  /// Has no effect: pictures are not shown.
  @_Inert open var preventsDisplaySleepDuringVideoPlayback = true
  /// Has no effect: the container chooses the tracks.
  @_Inert open var appliesMediaSelectionCriteriaAutomatically = true
}
