import PlayheadMedia
import PlayheadTimekeeping

/// The state of playback. Each case carries its own values: a stall has the rate at which it
/// continues, a failure its error.
///
/// docs/user/player.md has the diagram of the states.
enum PlaybackPhase {
  /// A playhead that waits although it should move.
  struct Held {
    var reason: Hold
    /// Its rate after its release; never 0.
    var rate: Rate
  }

  /// The reason why a playhead waits.
  enum Hold {
    /// Playback starts when enough media has been read. A start at a host instant that has already
    /// passed continues on its timeline, `late`.
    case starting(late: Timeline? = nil)
    /// Playback starts at the host instant where this timeline begins.
    case scheduled(Timeline)
    /// Enough media must be read at the target of a seek, or at the start of a loop.
    case seeking
    /// All media read has been played.
    case stalled
  }

  /// Before the first request to load or play.
  case idle
  /// The media is being opened, or its start is being read. Playback starts then, unless nil.
  case loading(Held?)
  case paused
  case held(Held)
  case playing(Rate)
  case ended
  case failed(MediaError)
  /// Closed for good. Readings report the given state: the last one before the close if its events
  /// must still be published.
  case closed(MediaStatus, reporting: PlaybackState)

  var isPlaying: Bool { if case .playing = self { true } else { false } }
  var isEnded: Bool { if case .ended = self { true } else { false } }
  var isClosed: Bool { if case .closed = self { true } else { false } }
  /// Whether no more changes are published, not even those before the close.
  var isSilent: Bool { if case .closed(_, reporting: .closed) = self { true } else { false } }

  /// Whether the media is open and can be played.
  var isReady: Bool {
    switch self {
    case .paused, .held, .playing, .ended: true
    case .idle, .loading, .failed, .closed: false
    }
  }

  /// The reason why the playhead waits, and its rate; nil if it moves or nobody asked it to.
  var held: Held? {
    switch self {
    case .held(let held): held
    case .loading(let held): held
    default: nil
    }
  }

  /// The requested rate; 0 if playback is paused or has ended.
  var rate: Rate {
    if case .playing(let rate) = self { rate } else { held?.rate ?? .paused }
  }

  /// The rate at which the playhead moves.
  var movingRate: Rate { if case .playing(let rate) = self { rate } else { .paused } }

  var isStalled: Bool { if case .held(let held) = self { held.reason.isStall } else { false } }

  var status: MediaStatus {
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

  /// Returns the phase after a request to play, or to pause if nil; a failed or closed player must not be asked.
  func requesting(_ held: Held?) -> PlaybackPhase {
    switch self {
    case .idle: held.map { .loading($0) } ?? .idle
    case .loading: .loading(held)
    default: held.map { .held($0) } ?? .paused
    }
  }
}

extension PlaybackPhase.Hold {
  var isStall: Bool { if case .stalled = self { true } else { false } }

  /// Whether playback has not started yet.
  var isStart: Bool {
    switch self {
    case .starting, .scheduled: true
    case .seeking, .stalled: false
    }
  }

  /// The timeline of a start at a host instant in the future.
  var scheduledStart: Timeline? { if case .scheduled(let start) = self { start } else { nil } }

  /// The timeline of a start at a host instant, in the future or past.
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
