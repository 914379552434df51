/// A timer that is put off again and again: pure state.
///
/// One timer of the scheduler serves however often it is put off: when that fires too early, the
/// next one is started, for the newest instant. So a fast stream costs a timer for each interval,
/// not for each value.
@frozen
@usableFromInline
struct Alarm<Time: Comparable> {
  /// A timer to be started.
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

  /// What the firing of a timer means.
  @frozen
  @usableFromInline
  enum Firing {
    /// Nothing: it is not the newest timer.
    case none
    /// It was put off: start this one.
    case again(Timer)
    /// It rings.
    case ring
  }

  @usableFromInline var due: Time?
  /// The timer under way.
  @usableFromInline var timer: Timer?
  @usableFromInline var count: UInt64 = 0

  @inlinable
  init() {}

  /// Sets it, or puts it off; the timer to start, if none is under way.
  @inlinable
  mutating func set(for due: Time) -> Timer? {
    self.due = due
    return timer == nil ? start(for: due) : nil
  }

  /// Takes in that the timer of that number has fired.
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

  /// Whether the timer of that number is under way.
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

/// The state of a timed operator with an alarm.
@usableFromInline
protocol AlarmedInputs: TimedInputs {
  associatedtype Time: Comparable
  var alarm: Alarm<Time> { get set }
}
