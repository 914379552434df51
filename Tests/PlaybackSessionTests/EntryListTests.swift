import PlaybackSession
import PlayheadTestEnvironment
import Testing

@Suite struct EntryListTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func copiesKeepTheirEntriesWhateverIsAppendedToOthers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var lists = [(EntryList(), expected: [PlaylistEntry]())]
    for id in 1...300 {
      var (list, expected) = lists.randomElement(using: &random) ?? lists[0]
      let new = (0..<Int.random(in: 0...2, using: &random)).map {
        PlaylistEntry(id: id * 10 + $0, location: "\(id)")
      }
      list.append(new)
      expected += new
      lists.append((list, expected))
    }
    for (list, expected) in lists {
      #expect(list.entries == expected && list.count == expected.count)
      #expect(list.entry(at: list.count) == nil && list.entry(at: -1) == nil)
      #expect(list.count == 0 || list.entry(at: list.count - 1) == expected.last)
    }
  }
}
