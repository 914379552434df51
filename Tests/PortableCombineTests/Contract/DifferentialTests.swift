import PlayheadTestEnvironment
import Testing

@testable import PlayheadTesting

/// Compares each operator with a reference implementation of Apple's behaviour, in random
/// schedules.
@Suite struct DifferentialTests {
  /// The operators without a reference, and the reason.
  private static let exceptions = [
    "assertNoFailure": "ends the process if the upstream fails",
    "breakpointOnError": "ends the process if the upstream fails",
    "setFailureType": "the upstream cannot fail",
    "makeConnectable": "the upstream cannot fail",
  ]

  @Test(arguments: DifferentialRow.all)
  func anOperatorDoesWhatItsReferenceDoes(_ row: DifferentialRow) {
    let schedules = 0..<TestEffort.rounds(row.scheduleCount)
    let differences = schedules.lazy.compactMap { row.difference(inSchedule: $0) }
    #expect(differences.first == nil)
  }

  @Test func everyOperatorHasARowOrAReason() throws {
    let rows = Set(DifferentialRow.all.map { String($0.description.prefix(while: \.isLetter)) })
    let names = try Repository.operators(declaredIn: "Sources/PortableCombine/Operators")
    #expect(names.count > 60)
    #expect(names.subtracting(rows).sorted() == Self.exceptions.keys.sorted())
  }
}
