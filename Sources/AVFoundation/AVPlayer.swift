import Foundation
internal import PlayheadLocking
internal import PlayheadKit
import PortableCombine

/// Plays an item, with sound if the system has an output. May be used on any thread.
///
/// The properties are observable. The playback ends when the player is released. Source of names and
/// rules: Apple's documentation of `AVPlayer`.
// Sendable is unchecked: all that changes is behind a lock.
open class AVPlayer: AVObservableObject, KeyPathObservable, AVSeeking, @unchecked Sendable {
  /// Whether the player can play.
  @nonexhaustive
  public enum Status: Int, Sendable {
    /// No item has been opened yet.
    case unknown
    /// An item was opened or has failed; see its own `status`.
    case readyToPlay
    /// Never.
    case failed
  }

  /// Whether the playhead moves.
  @nonexhaustive
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused
    /// The rate is not 0, but the playhead waits.
    case waitingToPlayAtSpecifiedRate
    /// The playhead moves.
    case playing
  }

  /// Why a playhead waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// The name of the reason.
    public let rawValue: String
    /// Creates a reason of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Media is missing at the playhead.
    public static let toMinimizeStalls = Self(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// Playback starts, and the first media is being read.
    public static let evaluatingBufferingRate = Self(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// There is no item.
    public static let noItemToPlay = Self(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// The action at the end of an item.
  @nonexhaustive
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item plays: only for `AVQueuePlayer`, where it is the default.
    case advance
    /// The rate becomes 0.
    case pause
    /// The rate remains, so that playback continues after a seek.
    case none
  }

  struct State {
    var items: [AVPlayerItem] = []
    var observers: Set<TimeObservation> = []
    var action = ActionAtItemEnd.pause
    var isReady = false
    var defaultRate: Float = 1
    var volume: Float = 1
    var isMuted = false
    var watching: AnyCancellable?
  }

  let queue: PlayerQueue
  let main: MainDelivery
  let audio: AudioPlayback?
  let state = Locked(State())

  /// Creates a player of an item, which begins to load.
  public init(playerItem item: AVPlayerItem?) {
    queue = PlayerQueue()
    (main, audio) = (MainDelivery(SystemHostClock.shared), .system())
    super.init()
    begin(with: item)
  }

  init(
    playerItem item: AVPlayerItem?, clock: any HostClock, audio: AudioPlayback? = nil
  ) {
    queue = PlayerQueue(clock: clock)
    (main, self.audio) = (MainDelivery(clock), audio)
    super.init()
    begin(with: item)
  }

  /// Creates a player without an item.
  public convenience override init() { self.init(playerItem: nil) }
  /// Creates a player of the media at a URL, which begins to load.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  private func begin(with item: AVPlayerItem?) {
    actionAtItemEnd = self is AVQueuePlayer ? .advance : .pause
    let watching = queue.currentItemPublisher(queue: nil).sink { [weak self] player in
      player?.beginLoading()
      self?.noteChange()
    }
    state.withLock { $0.watching = watching }
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
    set {
      state.withLock { $0.defaultRate = newValue }
      changes.send()
    }
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

  /// Has no effect: playback always waits until enough has been read.
  open var automaticallyWaitsToMinimizeStalling: Bool {
    get { true }
    set {}
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

  /// Moves the playhead: see `AVSeeking`. Without an item the handler is called at once, with false.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: ((Bool) -> Void)?
  ) {
    guard let item = currentItem else {
      completionHandler?(false)
      return
    }
    item.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
      completionHandler: completionHandler)
  }

  /// The volume, from 0 to 1.
  open var volume: Float {
    get { state.withLock { $0.volume } }
    set { setSound { $0.volume = newValue } }
  }

  /// Whether there is no sound, whatever the volume.
  open var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { setSound { $0.isMuted = newValue } }
  }

  private func setSound(_ body: (inout State) -> Void) {
    let (items, volume, isMuted) = state.withLock { state in
      body(&state)
      return (state.items, state.volume, state.isMuted)
    }
    for player in items.compactMap(\.player) { (player.volume, player.isMuted) = (volume, isMuted) }
    changes.send()
  }
}
