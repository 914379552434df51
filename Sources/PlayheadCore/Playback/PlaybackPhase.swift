import Media
import Timekeeping

/// What playback is doing. Each case has what belongs to it alone, so that a stall always has the
/// rate it continues at, and a failure its error.
///
/// docs/player.md has the diagram of the states.
enum PlaybackPhase {
  /// A playhead that is wanted to move but does not.
  struct Held {
    var reason: Hold
    /// The rate it moves at once it is released; never 0.
    var rate: Rate
  }

  /// Why the playhead does not move although it is wanted to.
  enum Hold {
    /// Nothing has been read yet where playback is to begin. A start at a host instant that has
    /// passed continues on its timeline, `late`.
    case starting(late: Timeline? = nil)
    /// The host instant at which the timeline begins has not come.
    case scheduled(Timeline)
    /// Nothing has been read yet where a seek or a loop went.
    case seeking
    /// What had been read was played.
    case stalled
  }

  /// Nothing is to be opened yet.
  case idle
  /// The media is being opened, or its start is being read. It plays from then on, unless nil.
  case loading(Held?)
  case paused
  case held(Held)
  case playing(Rate)
  case ended
  case failed(MediaError)
  /// Closed for good. `state` is what is reported: how playback was left, if that has still to be
  /// reported.
  case closed(Player.Status, reporting: PlaybackState)

  var isPlaying: Bool { if case .playing = self { true } else { false } }
  var isEnded: Bool { if case .ended = self { true } else { false } }
  var isClosed: Bool { if case .closed = self { true } else { false } }

  /// Whether the media is open and can be played.
  var isReady: Bool {
    switch self {
    case .paused, .held, .playing, .ended: true
    case .idle, .loading, .failed, .closed: false
    }
  }

  /// Why the playhead is held, and the rate it is to move at; nil if it moves or is to stand.
  var held: Held? {
    switch self {
    case .held(let held): held
    case .loading(let held): held
    default: nil
    }
  }

  /// The rate that was asked for; 0 if the playhead is to stand.
  var rate: Rate {
    if case .playing(let rate) = self { rate } else { held?.rate ?? .paused }
  }

  /// The rate at which the playhead moves.
  var movingRate: Rate { if case .playing(let rate) = self { rate } else { .paused } }

  var isStalled: Bool { if case .held(let held) = self { held.reason.isStall } else { false } }

  var status: Player.Status {
    switch self {
    case .idle, .loading: .unknown
    case .paused, .held, .playing, .ended: .readyToPlay
    case .failed(let error): .failed(error)
    case .closed(let status, _): status
    }
  }

  var state: PlaybackState {
    switch self {
    case .idle: .idle
    case .loading: .loading
    case .paused: .paused
    case .held(let held): held.reason.scheduledStart == nil ? .stalled : .waiting
    case .playing: .playing
    case .ended: .ended
    case .failed: .failed
    case .closed(_, let state): state
    }
  }

  /// The same, with the playhead wanted to move as `held` says, or to stand if nil. Not for what has
  /// failed or is closed.
  func wanting(_ held: Held?) -> PlaybackPhase {
    switch self {
    case .idle: held.map { .loading($0) } ?? .idle
    case .loading: .loading(held)
    default: held.map { .held($0) } ?? .paused
    }
  }
}

extension PlaybackPhase.Hold {
  var isStall: Bool { if case .stalled = self { true } else { false } }

  /// Whether playback has not begun.
  var isStart: Bool {
    switch self {
    case .starting, .scheduled: true
    case .seeking, .stalled: false
    }
  }

  /// The timeline that begins at a host instant that has not come.
  var scheduledStart: Timeline? { if case .scheduled(let start) = self { start } else { nil } }

  /// The timeline of a start at a host instant, whether that has come or not.
  var start: Timeline? {
    switch self {
    case .starting(let late): late
    case .scheduled(let start): start
    case .seeking, .stalled: nil
    }
  }

  var waitingReason: WaitingReason {
    switch self {
    case .starting: .starting
    case .scheduled: .hostInstant
    case .seeking: .seeking
    case .stalled: .stalled
    }
  }
}
