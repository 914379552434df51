/// The pure state machine of a timer that can be postponed many times.
///
/// Postponing does not start another timer. If the current timer fires too early, the next one is started for the
/// newest time. A fast stream therefore needs one timer for each interval, not for each value.
@frozen
@usableFromInline
struct Alarm<Time: Comparable> {
  /// A timer that the caller starts.
  @frozen
  @usableFromInline
  struct Timer {
    @usableFromInline let number: UInt64
    @usableFromInline let due: Time

    @inlinable
    init(number: UInt64, due: Time) {
      self.number = number
      self.due = due
    }
  }

  /// The effect of a timer that fired.
  @frozen
  @usableFromInline
  enum Firing {
    /// No effect: it is not the newest timer.
    case none
    /// The alarm was postponed: the caller starts this timer.
    case again(Timer)
    /// The alarm rings.
    case ring
  }

  @usableFromInline var due: Time?
  /// The active timer.
  @usableFromInline var timer: Timer?
  @usableFromInline var count: UInt64 = 0

  @inlinable
  init() {}

  /// Sets or postpones the alarm. Returns the timer to start; nil if one is active.
  @inlinable
  mutating func set(for due: Time) -> Timer? {
    self.due = due
    return timer == nil ? start(for: due) : nil
  }

  /// Records that the timer with this number has fired.
  @inlinable
  mutating func fire(_ number: UInt64, at now: Time) -> Firing {
    guard let timer, timer.number == number, let due else { return .none }
    if due <= max(timer.due, now) {
      self.timer = nil
      self.due = nil
      return .ring
    }
    return .again(start(for: due))
  }

  /// Returns whether the timer with this number is active.
  @inlinable
  func isUnderWay(_ number: UInt64) -> Bool { timer?.number == number }

  @inlinable
  mutating func start(for due: Time) -> Timer {
    count += 1
    let timer = Timer(number: count, due: due)
    self.timer = timer
    return timer
  }
}

/// The state of a timed operator that has an alarm.
@usableFromInline
protocol AlarmedInputs: TimedInputs {
  associatedtype Time: Comparable
  var alarm: Alarm<Time> { get set }
}
