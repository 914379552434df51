import Dispatch
import PortableCombine
import Testing

/// Code of clients in the Swift 6 language mode. It compiles without warnings, which are errors here.
@Suite struct StrictConcurrencyTests {
  /// A model of a view, with the sink that Apple's examples have.
  @MainActor
  private final class ViewModel {
    private(set) var texts: [String] = []
    private var subscriptions: Set<AnyCancellable> = []

    func follow(_ publisher: some Publisher<Int, Never>, then finish: @escaping () -> Void) {
      publisher
        .receive(on: DispatchQueue.main)
        .sink(
          receiveCompletion: { _ in finish() },
          receiveValue: { [weak self] in self?.texts.append("\($0)") }
        )
        .store(in: &subscriptions)
    }
  }

  /// An actor that owns a subject and subscribes to another publisher.
  private actor Total {
    nonisolated let changes = PassthroughSubject<Int, Never>()
    private(set) var total = 0
    private var subscription: AnyCancellable?

    func follow(_ publisher: AnyPublisher<Int, Never>) {
      subscription = publisher.sink { value in
        Task { self.add(value) }
      }
    }

    private func add(_ value: Int) {
      total += value
      changes.send(total)
    }
  }

  private static let shared = CurrentValueSubject<Int, Never>(1)
  private static let constant = Just(2).append([3, 4]).eraseToAnyPublisher()

  @MainActor
  @Test func aViewModelOfTheMainActorReceivesOnTheMainQueue() async {
    let (model, subject) = (ViewModel(), PassthroughSubject<Int, Never>())
    await withCheckedContinuation { continuation in
      model.follow(subject) { continuation.resume() }
      // Sends from another thread.
      DispatchQueue.global().async {
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
      }
    }
    #expect(model.texts == ["1", "2"])
  }

  @Test func anActorFollowsAPublisher() async {
    let total = Total()
    // A sequence buffers no value before its first `next()`, so the subscription is a stream.
    let (changes, continuation) = AsyncStream<Int>.makeStream()
    let subscription = total.changes.sink { continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    await total.follow(Self.constant)
    var last = 0
    for await change in changes.prefix(3) { last = change }
    #expect(last == 9)
    #expect(await total.total == 9)
  }

  @Test func tasksOfAGroupIterateOverTheSamePublisher() async {
    let publisher = [1, 2, 3].publisher.merge(with: Just(4)).eraseToAnyPublisher()
    let sum = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var sum = 0
          for await value in publisher.values { sum += value }
          return sum
        }
      }
      // Publishers without closures are Sendable themselves, and so are their sequences.
      let values = [5, 6].publisher.first().values
      group.addTask { await values.reduce(0, +) }
      return await group.reduce(0, +)
    }
    #expect(sum == 4 * 10 + 5)
  }

  @Test func aTaskAndItsCanceller() async {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink { _ in Issue.record("A value arrived") }
    await withTaskCancellationHandler {
      await Task { cancellable.cancel() }.value
      subject.send(1)
    } onCancel: {
      cancellable.cancel()
    }
  }

  @Test func aSubjectOfTheWholeProgramIsSharedByTasks() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 2..<10 { group.addTask { Self.shared.send(number) } }
    }
    #expect((2..<10).contains(Self.shared.value))
  }

  @Test func aFutureIsAwaitedByTwoTasks() async throws {
    let future = Future<String, Never> { $0(.success("done")) }
    async let one = future.value
    async let two = future.value
    #expect(await [one, two] == ["done", "done"])
  }

  /// Compiles only if the type is Sendable.
  private func requireSendable<Value: Sendable>(_ value: Value) {}

  @Test func publishersWithoutClosuresAreSendableIfTheirUpstreamsAre() {
    let subject = PassthroughSubject<Int, Never>()
    requireSendable(subject.receive(on: DispatchQueue.main).share())
    requireSendable(subject.zip(Just(1), Just("a")).delay(for: 1, scheduler: DispatchQueue.main))
    requireSendable(subject.combineLatest(Empty<Int, Never>()).first())
    requireSendable(subject.debounce(for: 1, scheduler: DispatchQueue.main).count())
    requireSendable(subject.throttle(for: 1, scheduler: DispatchQueue.main, latest: true))
    requireSendable(subject.prefix(untilOutputFrom: subject).dropFirst().collect())
    requireSendable(
      subject.setFailureType(to: CancellationError.self).retry(2).replaceError(with: 1))
    requireSendable(Fail<Int, CancellationError>(error: CancellationError()).values)
    requireSendable(ObservableObjectPublisher())
    requireSendable(Optional(1).publisher.replaceEmpty(with: 2).contains(2))
    requireSendable(
      Result<Int, Never>.success(1).publisher.subscribe(on: ImmediateScheduler.shared))
    requireSendable(Record<Int, Never> { $0.receive(1) })
  }
}
