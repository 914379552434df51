import Foundation
import PlayheadTestEnvironment
import PortableCombine
import Testing

@testable import PlayheadTesting

/// Uses each operator from several threads at once, in random interleavings with actions inside
/// deliveries and inside the release of values.
///
/// `PLAYHEAD_INTERLEAVINGS=100000` sets the number for each operator. `make nightly` also does 20 of each with
/// ThreadSanitizer. `scripts/search operators` and `scripts/fuzz SECONDS threads` use an optimized build.
@Suite struct InterleavingTests {
  private static let count =
    ProcessInfo.processInfo.environment["PLAYHEAD_INTERLEAVINGS"].flatMap(Int.init)
    ?? TestEffort.rounds(10)

  @Test(arguments: InterleavingRow.all)
  func anOperatorObeysTheContractUnderThreads(_ row: InterleavingRow) {
    #expect(row.violations(inInterleavings: 0..<Self.count) == [])
  }

  @Test(arguments: InterleavingRow.all)
  func anOperatorObeysTheContractInAnyOrderOfLocks(_ row: InterleavingRow) {
    let violations = row.violations(inInterleavings: 0..<Self.count) { ChosenThreads(number: $0) }
    #expect(violations == [])
  }

  @Test(arguments: InterleavingRow.all)
  func theResultIsThatOfSomeOrderOfTheCalls(_ row: InterleavingRow) {
    #expect(row.disorder(inPrograms: 0..<Self.count) { ChosenThreads(number: $0) } == nil)
  }

  /// Results of threads of which one is between a delivery and its next step while others make calls.
  @Test(arguments: [
    // A thread has delivered 12, and merge's request for the next value has not reached the upstream.
    (
      "Merge", 673,
      ["12", "11", "2", "[++]", "[++]", "[++]", "1", "201", "[++]", "200", "finished", "[--]"]
    ),
    // The thread that completes an upstream has taken its value 1, and has not sent it yet.
    (
      "CurrentValueSubject (of several)", 1312,
      ["2", "1", "\(Subscribers.Completion.failure(ContractRow.Failure()))"]
        + ["[-+]", "[-+]", "[-+]", "[-+]", "[--]"]
    ),
    // Three values are sent while another thread advances the time.
    (
      "CollectByTime (or count)", 307,
      ["1", "2", "2", "[+]", "[+]", "1", "[+]", "[+]", "finished", "[-]"]
    ),
  ])
  func aResultOfAPausedThreadHasAnOrder(_ name: String, _ number: Int, _ result: [String]) throws {
    let row = try #require(InterleavingRow.all.first { $0.description == name })
    let program = CallProgram(number: number, for: row)
    #expect(CallSearch(for: result, of: program, with: row).hasOrder)
  }

  @Test func noOrderLosesRepeatsOrReordersTheValuesOfAnUpstream() throws {
    let row = try #require(InterleavingRow.all.first { $0.description == "Map" })
    let programs = (0..<1000).lazy.map { CallProgram(number: $0, for: row) }
    let found = programs.first { program in
      guard program.initialDemand == 2, program.inside == nil, program.release == nil else {
        return false
      }
      return program.threads.prefix(3).map(\.count) == [2, 1, 0]
    }
    let program = try #require(found)
    let run = CallRun(of: program, for: row, onBoundary: {})
    for call in program.threads.reversed().joined() { run.perform(call) }
    let result = run.settle()
    run.close()
    let first = try #require(result.firstIndex(of: "1"))
    let second = try #require(result.firstIndex(of: "2"))

    func hasOrder(_ change: (inout [String]) -> Void) -> Bool {
      var changed = result
      change(&changed)
      return CallSearch(for: changed, of: program, with: row, runs: 2000).hasOrder
    }
    #expect(hasOrder { _ in })
    #expect(!hasOrder { $0.swapAt(first, second) })
    #expect(!hasOrder { $0.remove(at: first) })
    #expect(!hasOrder { $0.insert("1", at: first) })
  }

  @Test(arguments: BrokenSource.Bug.allCases)
  func aBugThatNeedsTwoThreadsIsReported(_ bug: BrokenSource.Bug) {
    let row = Self.row(with: bug)
    #expect(row.disorder(inPrograms: 0..<2000) { ChosenThreads(number: $0) } != nil)
    if bug == .losesDemand { return }  // The contract does not limit the values of a source.
    let violations = row.violations(inInterleavings: 0..<300) { ChosenThreads(number: $0) }
    #expect(violations != [])
  }

  @Test func theSameSourceWithoutABugIsNotReported() {
    let row = Self.row(with: nil)
    #expect(row.violations(inInterleavings: 0..<300) { ChosenThreads(number: $0) } == [])
    #expect(row.disorder(inPrograms: 0..<300) { ChosenThreads(number: $0) } == nil)
  }

  @Test func theEventsThatAreUnderWayMayFollowACancellation() {
    let subject = PassthroughSubject<Token, ContractRow.Failure>()
    let subscriber = InterleavedSubscriber(
      asking: .unlimited, onSubscription: {}, onValue: { .none }, onCompletion: {})
    // The operator must send the second value, and releases the first. This sends the third, before
    // which another thread cancels.
    subject.tryRemoveDuplicates { $0.number == $1.number }
      .map { token in
        if token.number == 3 { inAnotherThread { subscriber.cancel { 1 } } }
        return token.number
      }
      .mapError { _ in ContractRow.Failure() }
      .subscribe(subscriber)
    subject.send(Token(1) { subject.send(Token(3) {}) })
    subject.send(Token(2) {})
    subject.send(Token(4) {})
    #expect(subscriber.values == [1, 3, 2])
    #expect(subscriber.violations == [])

    _ = subscriber.receive(5)
    #expect(subscriber.violations == ["An event followed the cancellation."])
  }

  private static func row(with bug: BrokenSource.Bug?) -> InterleavingRow {
    InterleavingRow("BrokenSource", upstreams: 0, .distinct) { _, _ in
      BrokenSource(bug: bug).eraseToAnyPublisher()
    }
  }

  @Test(arguments: [
    "PortableCombine/Operators", "PortableCombine/Publishers", "PortableCombine/Subjects",
    "PortableCombine/Subscribers", "PortableCombine/Properties", "PortableCombineFoundation",
    "CombineToolkit",
  ])
  func everyPublisherHasARow(_ folder: String) throws {
    var rows = Set(InterleavingRow.all.map { String($0.description.prefix { $0 != " " }) })
    // `URLSession` publishes on its own threads.
    rows.formUnion(["DataTaskPublisher", "DecodedDataTaskPublisher"])
    let names = try Repository.publishers(declaredIn: "Sources/\(folder)")
    #expect(names.count >= 2)
    #expect(Set(names).subtracting(rows).sorted() == [])
  }
}
