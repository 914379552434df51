import Testing

@testable import PlayheadTesting

/// Each operator beside a reference of Apple's behaviour, through random schedules.
@Suite struct DifferentialTests {
  @Test(arguments: DifferentialRow.all)
  func anOperatorDoesWhatItsReferenceDoes(_ row: DifferentialRow) {
    let differences = (0..<300).lazy.compactMap { row.difference(inSchedule: $0) }
    #expect(differences.first == nil)
  }
}
