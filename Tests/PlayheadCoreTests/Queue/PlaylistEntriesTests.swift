import Testing

@testable import PlayheadCore

@Suite struct PlaylistEntriesTests {
  private func entries(_ count: Int) -> PlaylistEntries<Int> {
    var entries = PlaylistEntries<Int>()
    for entry in 0..<count { entries.insert(entry, at: entry, isKept: entry > 0) }
    return entries
  }

  @Test func anEntryIsContainedOnce() {
    var entries = entries(3)
    entries.insert(1, at: 0, isKept: false)
    #expect(entries.order == [0, 1, 2] && entries.isKept(1) && entries.isTransient(0))
    #expect(entries.contains(2) && !entries.contains(3) && !entries.isKept(3))
    entries.remove(at: 1)
    #expect(entries.order == [0, 2] && !entries.contains(1))
  }

  @Test func itKnowsWhetherAllEntriesHaveFailed() {
    var entries = entries(2)
    #expect(!entries.haveAllFailed)
    for entry in [0, 1, 1, 5] { entries.setFailed(entry, true) }
    #expect(entries.haveAllFailed)
    entries.insert(2, at: 0, isKept: true)
    #expect(!entries.haveAllFailed)
    entries.remove(at: 0)
    #expect(entries.haveAllFailed)
    entries.setFailed(1, false)
    #expect(!entries.haveAllFailed)
    #expect(entries.removeAll(except: 0) == [1])
    #expect(entries.haveAllFailed && entries.order == [0])
  }

  @Test func sortingNeedsTheSameEntries() {
    var entries = entries(3)
    for wrong in [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3]] {
      let places = entries.sort(wrong)
      #expect(places == nil && entries.order == [0, 1, 2])
    }
    let places = entries.sort([2, 0, 1])
    #expect(places == [2: 0, 0: 1, 1: 2] && entries.order == [2, 0, 1])
    entries.move(from: 0, to: 2)
    #expect(entries.order == [0, 1, 2])
  }
}
