import Testing

@testable import PlayheadTesting

/// Compares each operator with a reference implementation of Apple's behaviour, in random
/// schedules.
@Suite struct DifferentialTests {
  @Test(arguments: DifferentialRow.all)
  func anOperatorDoesWhatItsReferenceDoes(_ row: DifferentialRow) {
    let differences = (0..<300).lazy.compactMap { row.difference(inSchedule: $0) }
    #expect(differences.first == nil)
  }
}
