import Dispatch
import Synchronization

/// The system clock's timer: a strict `DispatchSourceTimer`.
///
/// Dispatch calls the handler late, by the time that two threads need to wake up. Therefore the
/// source is scheduled earlier, by the lateness measured until now (`TimerLead`). If it fires too
/// early, it is scheduled again. If many timers are armed, they share wake-ups (`SharedWakeups`), and
/// a timer that is armed at equal distances repeats: each call of `schedule` wakes Dispatch's thread
/// for timers, so it is avoided if the source fires at the right instant anyway.
///
/// It takes no lock: all handlers run on one serial queue, and atomic values connect it with other threads.
///
/// Unchecked: `handler` is accessed only by the thread that has moved `phase` away from `idle`, and
/// `lead` only on the queue.
final class DispatchTimer: HostTimer, @unchecked Sendable {
  /// Which thread owns the handler.
  private enum Phase: Int, AtomicRepresentable {
    case idle, running, cancelled
  }

  private static let unarmed = Int64.min
  private static let armedCount = Atomic<Int>(0)

  /// A serial queue, even if its target is concurrent.
  private let queue: DispatchQueue
  private let source: any DispatchSourceTimer
  private let phase = Atomic(Phase.idle)
  private let isFirePending = Atomic(false)
  /// The requested instant in nanoseconds, or `unarmed`.
  private let armed = Atomic(unarmed)
  /// The instant for which the source is scheduled, or the last such instant, in nanoseconds.
  private let scheduled = Atomic(unarmed)
  /// The time in nanoseconds after which the source fires again by itself; 0 if it does not.
  private let repetition = Atomic<Int64>(0)
  /// The time between the last two instants for which the source was scheduled, in nanoseconds.
  private let distance = Atomic<Int64>(0)
  /// How much earlier the source is scheduled, in nanoseconds: `lead`, for other threads.
  private let leadNanoseconds = Atomic<Int64>(0)
  private var lead = TimerLead()
  /// Nil once cancelled.
  private var handler: (@Sendable () -> Void)?

  init(target: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    queue = DispatchQueue(label: "playhead.timer", target: target)
    source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    self.handler = handler
    source.setEventHandler { [weak self] in self?.sourceFired() }
    source.activate()
  }

  deinit { cancel() }

  func arm(at instant: HostInstant) {
    if phase.load(ordering: .relaxed) == .cancelled { return }
    if instant <= SystemHostClock.currentInstant {
      disarm()
      return fire()
    }
    let previous = armed.exchange(instant.nanoseconds, ordering: .acquiringAndReleasing)
    if previous == instant.nanoseconds { return }
    var count = Self.armedCount.load(ordering: .relaxed)
    if previous == Self.unarmed {
      count = Self.armedCount.add(1, ordering: .relaxed).newValue
    }
    if let shared = SharedWakeups.instant(for: instant, timers: count) {
      scheduleShared(at: shared, isReplacement: previous != Self.unarmed)
    } else {
      let lead = leadNanoseconds.load(ordering: .relaxed)
      schedule(at: instant.advanced(byNanoseconds: -lead))
    }
  }

  func disarm() {
    if clearInstant() { stopSource() } else { stopRepeating() }
  }

  func fire() {
    if phase.load(ordering: .relaxed) == .cancelled { return }
    if isFirePending.exchange(true, ordering: .acquiringAndReleasing) { return }
    queue.async { self.runPending() }
  }

  func cancel() {
    _ = clearInstant()
    source.cancel()
    // A running handler is released when it returns.
    if phase.exchange(.cancelled, ordering: .acquiringAndReleasing) == .idle { handler = nil }
  }

  /// Clears the instant. Returns whether there was one.
  private func clearInstant() -> Bool {
    guard armed.exchange(Self.unarmed, ordering: .acquiringAndReleasing) != Self.unarmed
    else { return false }
    Self.armedCount.subtract(1, ordering: .relaxed)
    return true
  }

  private func schedule(at instant: HostInstant, repeating: Int64 = 0) {
    scheduled.store(instant.nanoseconds, ordering: .releasing)
    repetition.store(repeating, ordering: .releasing)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: instant.nanoseconds)),
      repeating: repeating > 0 ? .nanoseconds(Int(repeating)) : .never, leeway: .nanoseconds(0))
  }

  /// Schedules the source for an instant, and repeats it if the distance to the last one is the same.
  private func scheduleShared(at instant: HostInstant, isReplacement: Bool) {
    let distance = instant.nanoseconds &- scheduled.load(ordering: .acquiring)
    let last = self.distance.exchange(distance, ordering: .acquiringAndReleasing)
    if isReplacement || distance <= 0 || distance != last { return schedule(at: instant) }
    if repetition.load(ordering: .acquiring) == distance {
      scheduled.store(instant.nanoseconds, ordering: .releasing)
    } else {
      schedule(at: instant, repeating: distance)
    }
  }

  private func stopSource() {
    repetition.store(0, ordering: .releasing)
    source.schedule(deadline: .distantFuture)
  }

  private func stopRepeating() {
    if repetition.load(ordering: .acquiring) != 0 { stopSource() }
  }

  private func sourceFired() {
    let instant = armed.load(ordering: .acquiring)
    if instant == Self.unarmed { return stopRepeating() }
    let now = SystemHostClock.currentInstant
    let scheduled = scheduled.load(ordering: .acquiring)
    // An event of an earlier schedule says nothing about lateness.
    if now.nanoseconds >= scheduled {
      lead.record(late: now.nanoseconds - scheduled)
      leadNanoseconds.store(lead.nanoseconds, ordering: .relaxed)
    }
    guard now.nanoseconds >= instant else {
      return schedule(
        at: HostInstant(nanoseconds: now.nanoseconds < scheduled ? scheduled : instant))
    }
    let (isTaken, _) = armed.compareExchange(
      expected: instant, desired: Self.unarmed, ordering: .acquiringAndReleasing)
    // Otherwise it was disarmed, or armed for another instant, at the same time.
    guard isTaken else { return }
    Self.armedCount.subtract(1, ordering: .relaxed)
    run()
  }

  private func runPending() {
    _ = isFirePending.exchange(false, ordering: .acquiringAndReleasing)
    run()
  }

  /// Runs the handler, unless the timer is cancelled.
  private func run() {
    let (isIdle, _) = phase.compareExchange(
      expected: .idle, desired: .running, ordering: .acquiringAndReleasing)
    guard isIdle else { return }
    handler?()
    let (isRunning, _) = phase.compareExchange(
      expected: .running, desired: .idle, ordering: .acquiringAndReleasing)
    if !isRunning { handler = nil }
  }
}

/// How much earlier than its instant a timer is scheduled: its least lateness in the last 16 to 31 firings.
///
/// A timer that fires early costs a second wake-up, so that should be rare: about one in 24 fires
/// early if lateness varies at random.
struct TimerLead {
  private static let window = 16
  /// A timer that is always later than this is not late because of the wake-up.
  private static let greatest: Int64 = 200_000

  private var previous: Int64 = 0
  private var current: Int64 = greatest
  private var count = 0

  /// The lead in nanoseconds, 0 to 200,000.
  var nanoseconds: Int64 { min(previous, current) }

  /// Records how many nanoseconds after its instant the timer fires.
  mutating func record(late: Int64) {
    current = min(current, max(late, 0))
    count += 1
    if count == Self.window { (previous, current, count) = (current, Self.greatest, 0) }
  }
}

/// The instants at which timers fire together, if there are many.
///
/// One wake-up of the process costs more than one timer. On Linux, the leeway of a Dispatch timer
/// does not combine wake-ups, so instants are rounded up to multiples of a period, which is longer
/// the more timers there are: about twenty timers that fire ten times a second share a wake-up.
enum SharedWakeups {
  /// If this many timers or fewer are armed, each has its own wake-up.
  private static let few = 32
  /// The longest period, in nanoseconds: the greatest additional lateness.
  private static let longest: Int64 = 2_000_000
  /// The period of up to 255 timers, in nanoseconds.
  private static let shortest: Int64 = 500_000

  /// Returns when a timer fires together with others, if enough are armed.
  static func instant(for instant: HostInstant, timers: Int) -> HostInstant? {
    guard timers > few else { return nil }
    // Powers of two, so that timers that were armed at different counts still share wake-ups.
    var period = shortest
    var count = timers
    while count >= 256, period < longest {
      period *= 2
      count /= 2
    }
    let past = instant.nanoseconds % period
    return instant.advanced(byNanoseconds: past == 0 ? 0 : period - past)
  }
}
