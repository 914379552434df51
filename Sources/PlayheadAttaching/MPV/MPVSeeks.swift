import PlayheadTimekeeping

/// The seeks of an mpv whose ends were not received.
struct MPVSeeks: Hashable, Sendable {
  /// For how long a seek that mpv has accepted may take to begin.
  private static let patience: Duration = .seconds(2)

  /// The instant after which the first one began; nil if none has.
  private(set) var start: HostInstant?
  /// The targets that were requested here, and are accepted; the last one.
  private var target: MediaTime?
  private var targetCount = 0
  /// Until when one that was accepted is expected to begin.
  private var expectedUntil: HostInstant?

  /// mpv has accepted a request.
  mutating func accept(_ target: MediaTime, at now: HostInstant) {
    self.target = target
    targetCount = min(targetCount, 1) + 1
    expectedUntil = now.advanced(by: Self.patience)
  }

  /// A seek has begun.
  mutating func begin(since instant: HostInstant) {
    if start == nil { start = instant }
  }

  /// Playback continues after a seek. Returns the start of the seek, and its target if there was only one request.
  mutating func finish() -> (start: HostInstant, target: MediaTime?)? {
    defer { self = MPVSeeks() }
    return start.map { ($0, targetCount == 1 ? target : nil) }
  }

  /// Whether a value may be that of the place before or of the target.
  func isUnderWay(at now: HostInstant) -> Bool {
    start != nil || expectedUntil.map { now < $0 } == true
  }
}
