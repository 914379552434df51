import Dispatch
import PlayheadTesting
import PortableCombine
import Testing

/// A property and its publisher, set from several threads and inside deliveries.
@Suite struct PublishedThreadsTests {
  private final class Model: ObservableObject {
    @Published var number = 0

    /// The value that a new subscriber receives first.
    var published: Int? {
      var first: Int?
      $number.sink { first = $0 }.cancel()
      return first
    }
  }

  /// Unchecked: a published property can be set from any thread, and a recorder used from any.
  private struct Shared: @unchecked Sendable {
    let model = Model()
    let recorder = RecordingSubscriber<Int, Never>()
  }

  private let model = Model()

  /// Subscribes to the property, and calls `react` with each value. Returns all values.
  private func record(
    whileRunning body: () -> Void, reactingWith react: @escaping (Int) -> Void
  ) -> [Int] {
    var seen: [Int] = []
    let cancellable = model.$number.sink { value in
      seen.append(value)
      react(value)
    }
    body()
    cancellable.cancel()
    return seen
  }

  @Test func aValueSetByAnotherThreadBeforeThePublicationIsOverwritten() {
    let model = model
    var isFirst = true
    let changes = model.objectWillChange.sink {
      guard isFirst else { return }
      isFirst = false
      inAnotherThread { model.number = 2 }
    }
    let seen = record(whileRunning: { model.number = 1 }, reactingWith: { _ in })
    #expect(seen == [0, 2, 1])
    #expect(model.number == 1)
    #expect(model.published == 1)
    changes.cancel()
  }

  @Test func aValueSetByAnotherThreadDuringThePublicationIsKept() {
    let model = model
    var readBack: Int?
    let seen = record(whileRunning: { model.number = 1 }) { value in
      guard value == 1 else { return }
      inAnotherThread {
        model.number = 2
        readBack = model.number
      }
    }
    #expect(seen == [0, 1, 2])
    #expect(readBack == 2)
    #expect(model.number == 2)
    #expect(model.published == 2)
  }

  @Test func aValueSetInsideIsOverwrittenByTheWaitingOneOfAnotherThread() {
    let model = model
    var late: [Int] = []
    var cancellables: Set<AnyCancellable> = []
    let seen = record(whileRunning: { model.number = 1 }) { value in
      guard value == 1 else { return }
      inAnotherThread { model.number = 2 }
      model.number = 5
      model.$number.sink { late.append($0) }.store(in: &cancellables)
    }
    #expect(seen == [0, 1, 5, 2])
    #expect(late.last == 2)
    #expect(model.number == 2)
    #expect(model.published == 2)
  }

  @Test func aValueSetInsideTheDeliveryForAnotherThreadIsOverwrittenAsWell() {
    let model = model
    let seen = record(whileRunning: { model.number = 1 }) { value in
      switch value {
      case 1:
        inAnotherThread {
          model.number = 2
          model.number = 3
        }
      case 2: model.number = 7
      case 3: model.number = 8
      default: break
      }
    }
    #expect(seen == [0, 1, 2, 7, 3, 8])
    #expect(model.number == 3)
    #expect(model.published == 3)
  }

  @Test func aSubscriberThatArrivesDuringASetEndsWithTheValueThatIsSet() {
    let model = model
    var late: [Int] = []
    var cancellables: Set<AnyCancellable> = []
    let seen = record(whileRunning: { model.number = 1 }) { value in
      guard value == 1 else { return }
      model.number = 5
      #expect(model.number == 5)
      model.$number.sink { late.append($0) }.store(in: &cancellables)
    }
    #expect(seen == [0, 1, 5])
    #expect(late.last == 1)
    #expect(model.number == 1)
  }

  @Test func aValueSetWhileTheFirstOneIsReceivedIsKept() {
    let model = model
    let seen = record(whileRunning: {}) { value in
      if value == 0 { model.number = 9 }
    }
    #expect(seen == [0, 9])
    #expect(model.number == 9)
    #expect(model.published == 9)
  }

  @Test func aValueThatIsOwedDuringASetIsTheOneThatIsSet() {
    let model = model
    let recorder = RecordingSubscriber<Int, Never>(asking: .none)
    model.$number.subscribe(recorder)
    let seen = record(whileRunning: { model.number = 1 }) { value in
      if value == 1 { inAnotherThread { model.number = 2 } }
    }
    recorder.request(.unlimited)
    #expect(seen == [0, 1, 2])
    #expect(recorder.values == [2])
  }

  @Test func aFirstSubscriberDoesNotMissAValueThatIsSetMeanwhile() {
    for round in 1...2_000 {
      let shared = Shared()
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
          shared.model.number = round
        } else {
          shared.model.$number.subscribe(shared.recorder)
        }
      }
      #expect(shared.recorder.values.last == round)
      #expect(shared.model.published == round)
    }
  }

  @Test func aPropertyAndItsPublisherAgreeAfterConcurrentSets() {
    for _ in 0..<200 {
      let shared = Shared()
      let recorder = shared.recorder
      shared.model.$number.subscribe(recorder)
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        for number in 1...20 { shared.model.number = 100 * index + number }
      }
      #expect(recorder.values.count == 61)
      #expect(recorder.values.last == shared.model.number)
      #expect(shared.model.published == shared.model.number)
      #expect(recorder.violations == [])
    }
  }
}
