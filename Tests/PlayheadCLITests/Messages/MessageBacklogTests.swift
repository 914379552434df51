import Testing

@testable import PlayheadOutputs

/// Messages that wait for a terminal that has stopped.
@Suite struct MessageBacklogTests {
  @Test func beyondANumberMessagesAreOnlyCounted() {
    var backlog = MessageBacklog()
    let printed = (0..<5_000).count { _ in backlog.add() }
    #expect(printed == MessageBacklog.greatestCount)
    let counts = (0..<printed).map { _ in backlog.finishOne() }
    #expect(counts.last == 4_000 && counts.dropLast().allSatisfy { $0 == nil })
    let isPrinted = backlog.add()
    #expect(isPrinted && backlog.finishOne() == nil)
  }
}
