import Foundation
import PlayheadTestEnvironment
import Testing

@testable import PlayheadCore

/// Compares the diagram in docs/user/player.md with the transitions of the machine.
@Suite struct StateDiagramTests {
  private func documentedTransitions() throws -> Set<StateTransition> {
    let page = try Repository.text(of: "docs/user/player.md")
    var transitions: Set<StateTransition> = []
    for line in page.split(separator: "\n") {
      let states = line.split(separator: ":")[0].split(separator: " --> ")
      guard states.count == 2 else { continue }
      let names = states.map { $0.trimmingCharacters(in: .whitespaces) }
      let from = try #require(PlaybackState(rawValue: names[0]), "\(line)")
      let to = try #require(PlaybackState(rawValue: names[1]), "\(line)")
      let isNew = transitions.insert(StateTransition(from: from, to: to)).inserted
      #expect(isNew, "\(line) stands there twice")
    }
    return transitions
  }

  @Test func theDiagramShowsEachTransitionAndNoOther() throws {
    let documented = try documentedTransitions()
    var found: Set<StateTransition> = []
    for number in 0..<1_000 as Range<UInt64> {
      if number >= TestEffort.rounds(1_000), found.isSuperset(of: documented) { break }
      var comparison = PlaybackComparison(number: number)
      _ = comparison.run(actions: 40)
      found.formUnion(comparison.transitions)
    }
    #expect(found.subtracting(documented).isEmpty, "not in the diagram")
    #expect(documented.subtracting(found).isEmpty, "never seen")
  }
}
