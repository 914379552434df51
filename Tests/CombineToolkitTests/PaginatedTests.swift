import CombineToolkit
import PlayheadTestEnvironment
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct PaginatedTests {
  private struct Failure: Error, Equatable {}
  private typealias Loading = ProbePublisher<ListPage<[Int], Int>, Failure>
  private typealias Recorder = RecordingSubscriber<[Int], Failure>

  /// A list whose pages a test sends. It records the requests.
  private final class Service {
    var loadings: [Loading] = []
    var indices: [Int] = []

    var pages: PagedList<Int, [Int], Loading> {
      PagedList(startingAt: 1) { index in
        self.indices.append(index)
        self.loadings.append(Loading())
        return self.loadings[self.loadings.count - 1]
      }
    }

    /// Answers the newest request.
    func answer(_ items: [Int], next: Int?) {
      loadings[loadings.count - 1].send(ListPage(items: items, next: next))
    }

    func fail() { loadings[loadings.count - 1].send(completion: .failure(Failure())) }
  }

  private let service = Service()
  private let trigger = SignalTrigger()

  private func record(
    isSignalled: Bool = true, asking demand: Subscribers.Demand = .unlimited
  ) -> Recorder {
    let recorder = Recorder(asking: demand)
    service.pages.paginated(by: isSignalled ? trigger.signal(activatedBy: "more") : nil)
      .subscribe(recorder)
    return recorder
  }

  private func turn() { trigger.activate(for: "more") }

  @Test func eachSignalLoadsAPage() {
    let recorder = record()
    service.answer([1, 2], next: 2)
    #expect(recorder.values == [[1, 2]])
    #expect(service.indices == [1])
    turn()
    service.answer([3], next: 3)
    turn()
    service.answer([4], next: nil)
    #expect(recorder.values == [[1, 2], [3], [4]])
    #expect(service.indices == [1, 2, 3])
    #expect(recorder.isFinished)
    turn()
    #expect(service.indices == [1, 2, 3])
    #expect(recorder.violations.isEmpty)
  }

  @Test func withoutAPaginatorOnlyTheFirstPageIsLoaded() {
    let recorder = record(isSignalled: false)
    service.answer([1], next: 2)
    #expect(recorder.values == [[1]])
    #expect(recorder.isFinished)
    #expect(service.loadings.allSatisfy { !$0.isSubscribed })
  }

  @Test func pagesCanBeAccumulatedWithScan() {
    let recorder = Recorder()
    service.pages.paginated(by: trigger.signal(activatedBy: "more")).scan([]) { $0 + $1 }
      .subscribe(recorder)
    service.answer([1], next: 2)
    turn()
    service.answer([2], next: nil)
    #expect(recorder.values == [[1], [1, 2]])
  }

  @Test func aSignalWhileAPageLoadsIsIgnored() {
    let recorder = record()
    turn()
    turn()
    service.answer([1], next: 2)
    #expect(service.indices == [1])
    turn()
    turn()
    #expect(service.indices == [1, 2])
    service.answer([2], next: 3)
    #expect(recorder.values == [[1], [2]])
  }

  @Test func aFirstPageThatFailsFailsTheList() {
    let recorder = record()
    service.fail()
    #expect(recorder.completion == .failure(Failure()))
    turn()
    #expect(service.indices == [1])
  }

  @Test func aLaterPageThatFailsIsRetriedAtTheNextSignal() {
    let recorder = record()
    service.answer([1], next: 2)
    turn()
    service.fail()
    turn()
    service.fail()
    #expect(recorder.completion == nil)
    #expect(service.indices == [1, 2, 2])
    turn()
    service.answer([2], next: nil)
    #expect(recorder.values == [[1], [2]])
    #expect(recorder.isFinished)
  }

  @Test func aPageIsRequestedOnDemand() {
    let recorder = record(asking: .none)
    #expect(service.loadings[0].requests.isEmpty)
    recorder.request(.max(1))
    #expect(service.loadings[0].requests == [.max(1)])
    service.answer([1], next: 2)
    turn()
    #expect(service.loadings[1].requests.isEmpty)
    recorder.request(.max(2))
    #expect(service.loadings[1].requests == [.max(1)])
    service.answer([2], next: 3)
    #expect(recorder.values == [[1], [2]])
    #expect(recorder.violations.isEmpty)
  }

  @Test func aSignalSentWhileAPageIsReceivedLoadsTheNext() {
    let trigger = trigger
    let recorder = Recorder(onValue: { _, _ in
      trigger.activate(for: "more")
      return .none
    })
    PagedList(startingAt: 1) { index in
      Just(ListPage(items: [index], next: index < 100 ? index + 1 : nil))
        .setFailureType(to: Failure.self)
    }.paginated(by: trigger.signal(activatedBy: "more")).subscribe(recorder)
    #expect(recorder.values.count == 100)
    #expect(recorder.isFinished)
  }

  @Test func manyPagesDoNotDeepenTheStack() {
    let recorder = Recorder()
    PagedList(startingAt: 1) { index in
      Just(ListPage(items: [index], next: index + 1)).setFailureType(to: Failure.self)
    }.paginated(by: trigger.signal(activatedBy: "more")).subscribe(recorder)
    let count = TestEffort.rounds(100_000)
    for _ in 1...count { turn() }
    #expect(recorder.values.count == count + 1)
    recorder.cancel()
  }

  /// Each page arrives while it is requested, and requests the next one.
  @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
  func aPageThatLoadsTheNextOneDoesNotDeepenTheStack(demand: Subscribers.Demand) {
    let trigger = trigger
    var places: [UInt] = []
    let recorder = Recorder(
      asking: demand,
      onValue: { _, _ in
        trigger.activate(for: "more")
        return demand == .unlimited ? .none : demand
      })
    PagedList(startingAt: 1) { index in
      var local = 0
      withUnsafePointer(to: &local) { places.append(UInt(bitPattern: $0)) }
      return Just(ListPage(items: [index], next: index < 2_000 ? index + 1 : nil))
        .setFailureType(to: Failure.self)
    }.paginated(by: trigger.signal(activatedBy: "more")).subscribe(recorder)
    #expect(recorder.values.count == 2_000)
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
    // The first page is loaded outside the loop that loads the others.
    let depths = places.dropFirst()
    #expect((depths.max() ?? 0) - (depths.min() ?? 0) < 4096)
  }

  @Test func theListFinishesWithItsSignal() {
    let signal = PassthroughSubject<Void, Never>()
    let recorder = Recorder()
    service.pages.paginated(by: signal.eraseToAnyPublisher()).subscribe(recorder)
    signal.send(completion: .finished)
    #expect(recorder.completion == nil)
    service.answer([1], next: 2)
    #expect(recorder.values == [[1]])
    #expect(recorder.isFinished)
  }

  @Test func cancellingCancelsThePageAndReleasesTheClosure() {
    let recorder = Recorder()
    let loading = Loading()
    weak var released: Canary?
    do {
      let canary = Canary()
      released = canary
      PagedList(startingAt: 0) { _ in
        canary.touch()
        return loading
      }.paginated(by: trigger.signal(activatedBy: "more")).subscribe(recorder)
    }
    #expect(released != nil)
    recorder.cancel()
    #expect(loading.cancellations == 1)
    #expect(released == nil)
    turn()
    #expect(recorder.history.count == 1)
  }
}
