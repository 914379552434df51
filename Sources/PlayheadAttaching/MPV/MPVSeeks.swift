import PlayheadTimekeeping

/// The seeks of an mpv whose ends were not received.
struct MPVSeeks: Equatable, Sendable {
  /// Where a seek leads.
  struct Target: Equatable, Sendable {
    var position: MediaTime
    /// Whether the playhead is there after the seek, or at the next frame; otherwise it is at a keyframe.
    var isExact: Bool
  }

  /// For how long a seek that mpv has accepted may take to begin.
  private static let patience: Duration = .seconds(2)
  /// By how much a target that mpv states may differ from the one that was requested, in nanoseconds.
  private static let rounding: UInt64 = 1_000_000

  /// What the seeks that have begun are.
  private enum Kind: Equatable {
    case seek
    /// It is not known yet whether another pass of a loop begins; whether playback continues already.
    case undecided(isOver: Bool)
    /// Another pass of a loop begins.
    case loop
    /// It has begun. Until then, mpv may still report that it waits.
    case loopOver(until: HostInstant)
  }

  /// For how long it may be unknown whether another pass begins, and for how long that may take.
  private static let decisionTime: Duration = .seconds(1)
  private static let loopTime: Duration = .seconds(2)
  /// For how long mpv may report that it waits after a pass has begun.
  private static let settlingTime: Duration = .milliseconds(250)

  private var kind = Kind.seek
  /// The instant after which the first one began; nil if none has.
  private(set) var start: HostInstant?
  /// The number of seeks that have begun.
  private(set) var count = 0
  /// The target of the last one, which mpv has stated.
  private var stated: MediaTime?
  /// The targets that were requested here, and are accepted; the last one.
  private var requested: MediaTime?
  private var requestCount = 0
  /// Until when one that was accepted is expected to begin.
  private var expectedUntil: HostInstant?

  /// mpv has accepted a request.
  mutating func accept(_ target: MediaTime, at now: HostInstant) {
    requested = target
    requestCount = min(requestCount, 1) + 1
    expectedUntil = now.advanced(by: Self.patience)
  }

  /// A seek has begun, by which another pass of a loop may begin.
  mutating func begin(since instant: HostInstant, mayLoop: Bool) {
    let isSeek = start != nil && kind == .seek
    kind = mayLoop && !isSeek ? .undecided(isOver: false) : .seek
    if start == nil { start = instant }
    (count, stated) = (count &+ 1, nil)
  }

  /// Whether a seek was requested here whose end was not received.
  var wasRequested: Bool { requestCount > 0 }

  /// Whether it is not known whether another pass begins.
  var isUndecided: Bool { if case .undecided = kind { true } else { false } }

  /// Whether another pass of a loop begins, or may begin: mpv does not wait then.
  var isLoop: Bool { kind != .seek }

  /// Whether playback continues, although it is not known whether that is another pass.
  var isOver: Bool { kind == .undecided(isOver: true) }

  /// Whether another pass is late.
  func isOverdue(at now: HostInstant) -> Bool {
    guard let start else { return false }
    return switch kind {
    case .seek, .loopOver: false
    case .undecided: start.duration(to: now) > Self.decisionTime
    case .loop: start.duration(to: now) > Self.loopTime
    }
  }

  /// It is known whether another pass begins.
  mutating func decide(isLoop: Bool) { kind = isLoop ? .loop : .seek }

  /// Playback continues. Returns whether another pass begins or may begin; otherwise the seek must be finished.
  mutating func continueLoop(at now: HostInstant) -> Bool {
    switch kind {
    case .seek: return false
    case .undecided: kind = .undecided(isOver: true)
    case .loop, .loopOver:
      reset()
      kind = .loopOver(until: now.advanced(by: Self.settlingTime))
    }
    return true
  }

  /// Records whether mpv reports that it waits.
  mutating func settle(waits: Bool, at now: HostInstant) {
    if case .loopOver(let end) = kind, !waits || now >= end { kind = .seek }
  }

  /// mpv has stated the target of a seek. Returns the target, unless the seek is over.
  mutating func state(_ target: MediaTime, ofSeek number: Int) -> Target? {
    guard start != nil, number == count else { return nil }
    stated = target
    return self.target
  }

  /// The target of the last seek; nil if it is not known.
  private var target: Target? {
    let requested = requestCount == 1 ? requested : nil
    guard let position = stated ?? requested else { return nil }
    let difference = requested.flatMap { position.subtracting($0) }
    let isExact = difference.map { $0.nanoseconds(rounding: .down).magnitude <= Self.rounding }
    return Target(position: position, isExact: isExact ?? false)
  }

  /// Playback continues after a seek. Returns the start of the seek, and its target if that is known.
  mutating func finish() -> (start: HostInstant, target: Target?)? {
    defer { reset() }
    return start.map { ($0, target) }
  }

  /// Forgets the seeks: another file is opened.
  mutating func reset() {
    let count = count
    self = MPVSeeks()
    self.count = count
  }

  /// Whether a value may be that of the position before or of the target.
  func isUnderWay(at now: HostInstant) -> Bool {
    start != nil || expectedUntil.map { now < $0 } == true
  }
}
