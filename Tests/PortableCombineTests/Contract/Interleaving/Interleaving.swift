import PlayheadLocking
import PortableCombine
import Synchronization

@testable import PlayheadTesting

/// A numbered interleaving of an operator: two threads send, one requests and one cancels, and each
/// also acts inside deliveries and inside the release of values.
///
/// The number determines the actions of each thread. The threads determine their order.
///
/// Sendable is unchecked because all its parts may be used from any thread.
final class Interleaving: @unchecked Sendable {
  private let row: InterleavingRow
  private let number: Int
  private let threads: any InterleavedThreads
  private let choices: Locked<ScheduleChoices>
  private var upstreams: [InterleavedUpstream]
  private let scheduler = InterleavedScheduler()
  private let losesValues: Bool
  private let cancels: Bool
  private let actsInside: Bool
  private let isSubscribedFirst: Bool
  private let tokenCount = Atomic(0)
  private let liveTokens = Atomic(0)
  private let steps = Atomic(0)
  private let isClosed = Atomic(false)
  /// The releases of values that have not returned, of all threads.
  private let releases = Atomic(0)
  private let sent: Locked<[Int]>
  /// The thread and the upstream of each value that was not sent inside a call.
  private let origins = Locked<[Int: [Int]]>([:])
  private let lockViolations = Locked<[String]>([])
  private var subscribe: (() -> Void)?
  private let subscriber = Locked<InterleavedSubscriber?>(nil)
  private let other: InterleavedSubscriber

  init(of row: InterleavingRow, number: Int, on threads: any InterleavedThreads) {
    let choices = ScheduleChoices(number: UInt64(number))
    losesValues = choices.next(below: 2) == 0
    cancels = choices.next(below: 3) == 0
    actsInside = choices.next(below: 3) > 0
    isSubscribedFirst = choices.next(below: 2) == 0
    let losesValues = losesValues
    upstreams = (0..<row.upstreams).map { _ in InterleavedUpstream(losesValues: losesValues) }
    sent = Locked(Array(repeating: 0, count: row.upstreams))
    self.row = row
    self.number = number
    self.threads = threads
    self.choices = Locked(choices)
    other = InterleavedSubscriber(
      asking: .unlimited, onSubscription: {},
      onValue: {
        threads.pause()
        return .none
      },
      onCompletion: {})
  }

  /// Runs the interleaving, and returns the violations.
  func run() -> [String] {
    var violations = runThreads()
    subscriber.withLock { $0.take() }?.cancel()
    other.cancel()
    isClosed.store(true, ordering: .sequentiallyConsistent)
    scheduler.clear()
    upstreams = []
    let left = liveTokens.load(ordering: .sequentiallyConsistent)
    if left > 0 { violations.append("\(left) values were not released.") }
    return violations + lockViolations.withLock { $0 } + threads.violations
  }

  private func runThreads() -> [String] {
    let stream = row.make(upstreams.map(\.publisher), scheduler)
    let demand: Subscribers.Demand = [.none, .max(1), .max(1), .max(3), .unlimited][next(below: 5)]
    let subscriber = InterleavedSubscriber(
      asking: demand,
      onSubscription: { [unowned self] in
        actInside()
        // Time for other threads to send before the subscription has been handed over.
        for _ in 0..<next(below: 30) { pause() }
      },
      onValue: { [unowned self] in
        for _ in 0..<next(below: 3) { pause() }
        actInside()
        return .max([0, 1, 1, 2][next(below: 4)])
      },
      onCompletion: { [unowned self] in actInside() })
    self.subscriber.withLock { $0 = subscriber }
    let begin = { [row, other] in
      stream.subscribe(subscriber)
      if row.isShared { stream.subscribe(other) }
    }
    if isSubscribedFirst { begin() } else { subscribe = begin }
    threads.run((0..<4).map { role in { self.play(role) } })
    subscribe = nil
    isClosed.store(true, ordering: .sequentiallyConsistent)
    scheduler.advance(by: 1000)

    return settle(subscriber)
  }

  /// Plays the role of one thread: 0 and 1 send, 2 cancels, 3 requests.
  private func play(_ role: Int) {
    if role == 3 { subscribe?() }
    let own = ScheduleChoices(number: UInt64(number * 4 + role + 1))
    if role == 2 {
      for _ in 0..<own.next(below: 40) { pause() }
      if cancels { cancel() } else { scheduler.advance(by: 3) }
      return
    }
    for _ in 0..<1 + own.next(below: 10) {
      for _ in 0..<own.next(below: 3) { pause() }
      if role == 3 || upstreams.isEmpty {
        if own.next(below: 3) == 0 { scheduler.advance(by: 2) }
        current?.request(.max(1 + own.next(below: 2)))
      } else {
        send(
          to: own.next(below: upstreams.count), by: role, actsAtRelease: own.next(below: 3) == 0)
      }
    }
  }

  private var current: InterleavedSubscriber? { subscriber.withLock { $0 } }

  private func next(below count: Int) -> Int { choices.withLock { $0.next(below: count) } }

  private func pause() { threads.pause() }

  /// Sends a value.
  ///
  /// - Parameter role: The thread, unless it sends inside a call.
  private func send(to index: Int, by role: Int? = nil, actsAtRelease: Bool) {
    let number = tokenCount.add(1, ordering: .relaxed).newValue
    liveTokens.add(1, ordering: .relaxed)
    sent.withLock { $0[index] += 1 }
    if let role { origins.withLock { $0[number] = [role, index] } }
    upstreams[index].send(
      Token(number) { [self] in
        liveTokens.subtract(1, ordering: .relaxed)
        if threads.holdsLock {
          lockViolations.withLock { $0.append("A value was released under a lock.") }
        }
        guard actsAtRelease else { return }
        releases.add(1, ordering: .sequentiallyConsistent)
        act()
        releases.subtract(1, ordering: .sequentiallyConsistent)
      })
  }

  private func actInside() {
    if actsInside, next(below: 3) == 0 { act() }
  }

  private func cancel() {
    current?.cancel { releases.load(ordering: .sequentiallyConsistent) }
  }

  /// Acts inside a delivery, or inside the release of a value.
  private func act() {
    // Limited, because each action may cause another one.
    guard !isClosed.load(ordering: .sequentiallyConsistent),
      steps.add(1, ordering: .relaxed).newValue < 20
    else { return }
    switch next(below: 8) {
    case 0: if cancels { cancel() }
    case 1...3: current?.request(.max(1 + next(below: 2)))
    case 4: pause()
    default: if !upstreams.isEmpty { send(to: next(below: upstreams.count), actsAtRelease: true) }
    }
  }

  /// Checks the result after all threads have ended, ends the upstreams, and checks the completion.
  private func settle(_ subscriber: InterleavedSubscriber) -> [String] {
    var violations: [String] = []
    let isOpen = !subscriber.isCancelled && !subscriber.isCompleted
    if isOpen, !losesValues { violations += shortage(of: subscriber) }
    let values = subscriber.values
    if row.rule == .each || row.rule == .distinct, Set(values).count != values.count {
      violations.append("A value came twice: \(values).")
    }
    subscriber.request(.unlimited)
    for upstream in upstreams { upstream.finish() }
    scheduler.advance(by: 1000)
    if row.rule == .each || row.rule == .distinct {
      violations += disorder(of: subscriber.values)
    }
    if row.completes, !subscriber.isCancelled, !subscriber.isCompleted {
      violations.append("No completion came.")
    }
    if row.completes, row.isShared, !other.isCompleted {
      violations.append("No completion came to the second subscriber.")
    }
    return subscriber.violations + other.violations + violations
  }

  /// Returns whether values that one thread sent to one upstream came in another order.
  private func disorder(of values: [Int]) -> [String] {
    let origins = origins.withLock { $0 }
    var latest: [[Int]: Int] = [:]
    for value in values {
      guard let origin = origins[value] else { continue }
      if let previous = latest.updateValue(value, forKey: origin), previous > value {
        return ["\(value) came after \(previous), which its thread sent later."]
      }
    }
    return []
  }

  /// Returns whether fewer values came than were requested and sent.
  private func shortage(of subscriber: InterleavedSubscriber) -> [String] {
    let sent = sent.withLock { $0 }
    let requested = subscriber.requested.max ?? .max
    let expected: Int
    switch row.rule {
    case .each: expected = min(requested, sent.reduce(0, +))
    case .tuples: expected = min(requested, sent.min() ?? 0)
    case .distinct, .any: return []
    }
    let count = subscriber.values.count
    return count == expected
      ? [] : ["\(count) values came; \(requested) were requested, and \(sent) were sent."]
  }
}
