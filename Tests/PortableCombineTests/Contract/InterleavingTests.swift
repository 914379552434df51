import Foundation
import Testing

@testable import PlayheadTesting

/// Uses each operator from several threads at once, in random interleavings with actions inside
/// deliveries and inside the release of values.
///
/// `PLAYHEAD_INTERLEAVINGS=100000` sets the number for each operator. `scripts/fuzz SECONDS threads`
/// does the same in a release build.
@Suite struct InterleavingTests {
  private static let count =
    ProcessInfo.processInfo.environment["PLAYHEAD_INTERLEAVINGS"].flatMap(Int.init) ?? 60

  @Test(arguments: InterleavingRow.all)
  func anOperatorObeysTheContractUnderThreads(_ row: InterleavingRow) {
    #expect(row.violations(inInterleavings: 0..<Self.count) == [])
  }

  @Test func everyOperatorOfTheContractSuiteHasARow() {
    let rows = Set(InterleavingRow.all.map { name(of: $0.description) })
    let operators = Set(ContractTable.all.filter { $0.upstreams > 0 }.map { name(of: $0.name) })
    // A subject is tested as a part of `multicast`, a property by a suite of its own.
    #expect(operators.subtracting(rows).subtracting(["PassthroughSubject", "Published"]) == [])
  }

  private func name(of row: String) -> String { String(row.prefix { $0 != " " }) }
}
