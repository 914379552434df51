import PlayheadTesting
import PortableCombine

/// Runs schedules of requests, values, completions and cancellations on chains of operators. Checks
/// the contract between publisher and subscriber, and that everything is released at the end.
///
/// Each byte is a choice: first the chain, then its events, from outside and from inside
/// deliveries.
let operatorsTarget = FuzzTarget(name: "operators") { bytes in
  weak var released: Schedule.Recorder?
  do {
    let schedule = Schedule(Choices(bytes))
    released = schedule.recorder
    schedule.play()
    check(schedule.recorder.violations.isEmpty, schedule.recorder.violations.joined(separator: " "))
  }
  check(released == nil, "The subscriber was not released.")
}

struct FuzzFailure: Error {}

/// A chain of operators over three subjects, and its events.
final class Schedule {
  typealias Recorder = RecordingSubscriber<Int, FuzzFailure>
  typealias Stream = AnyPublisher<Int, FuzzFailure>

  private(set) var recorder: Recorder
  let choices: Choices
  private let subjects: [any Subject<Int, FuzzFailure>]
  // Nested deliveries are limited: unlimited nesting is permitted, but overflows the stack.
  private var depth = 0
  private var steps = 0

  init(_ choices: Choices) {
    self.choices = choices
    recorder = Recorder()
    subjects = [
      PassthroughSubject<Int, FuzzFailure>(), PassthroughSubject<Int, FuzzFailure>(),
      CurrentValueSubject<Int, FuzzFailure>(0),
    ]
  }

  func play() {
    var stream = source()
    for _ in 0..<choices.next(below: 5) { stream = extend(stream) }
    let demand = choices.next(below: 4)
    recorder = Recorder(
      asking: demand == 3 ? .unlimited : .max(demand),
      onValue: { [unowned self] _, _ in
        actInside()
        return .max(choices.next(below: 3))
      },
      onSubscription: { [unowned self] _ in actInside() },
      onCompletion: { [unowned self] _ in actInside() })
    stream.subscribe(recorder)
    while !choices.isEmpty, steps < 500 { act() }
    recorder.cancel()
    for subject in subjects { subject.send(completion: .finished) }
  }

  private func actInside() {
    guard depth < 3 else { return }
    depth += 1
    for _ in 0..<choices.next(below: 3) { act() }
    depth -= 1
  }

  private func act() {
    steps += 1
    let subject = subjects[choices.next(below: subjects.count)]
    switch choices.next(below: 12) {
    case 0: recorder.cancel()
    case 1: subject.send(completion: .finished)
    case 2: subject.send(completion: .failure(FuzzFailure()))
    case 3: recorder.request(.unlimited)
    case 4...6: recorder.request(.max(1 + choices.next(below: 3)))
    default: subject.send(choices.next(below: 8))
    }
  }

  private func subject() -> Stream {
    let subject = subjects[choices.next(below: subjects.count)]
    return erase(subject)
  }

  private func erase<S: Subject<Int, FuzzFailure>>(_ subject: S) -> Stream {
    subject.eraseToAnyPublisher()
  }

  func source() -> Stream {
    let count = choices.next(below: 5)
    switch choices.next(below: 6) {
    case 0: return (0..<count).publisher.setFailureType(to: FuzzFailure.self).eraseToAnyPublisher()
    case 1: return Just(count).setFailureType(to: FuzzFailure.self).eraseToAnyPublisher()
    case 2: return Fail(error: FuzzFailure()).eraseToAnyPublisher()
    case 3: return Empty(completeImmediately: count == 0).eraseToAnyPublisher()
    default: return subject()
    }
  }
}
