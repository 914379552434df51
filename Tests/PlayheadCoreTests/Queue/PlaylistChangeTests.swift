import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// A playlist whose entries change while one of them plays, as a supervisor's clients request.
@Suite struct PlaylistChangeTests {
  /// Returns a machine whose current entry is open.
  private func makeMachine(of count: Int, playing index: Int = 0) -> PlaylistMachine<Int> {
    var machine = PlaylistMachine<Int>(
      isSupervised: true, preloading: .whenCurrentItemIsRead)
    for entry in 0..<count { machine.insert(entry, after: nil, isKept: true) }
    if index > 0 {
      machine.go(to: index)
      machine.release(0)
    }
    machine.opened(index)
    _ = machine.takeStory()
    return machine
  }

  /// Plays the current entry to its end, and opens the next one.
  private func playOn(_ machine: inout PlaylistMachine<Int>) {
    machine.currentEntry.map { machine.release($0) }
    machine.currentEntry.map { machine.opened($0) }
  }

  @Test(arguments: [
    (0, 4, [1, 2, 3, 0]), (3, 0, [3, 0, 1, 2]), (2, 0, [2, 0, 1, 3]),
    (2, 4, [0, 1, 3, 2]), (1, 3, [0, 2, 1, 3]), (1, 2, [0, 1, 2, 3]),
  ])
  func aMovedEntryKeepsWhatPlays(from: Int, to: Int, order: [Int]) {
    var machine = makeMachine(of: 4, playing: 2)
    #expect(machine.move(from: from, to: to) == true)
    #expect(machine.entries == order && machine.currentEntry == 2)
    #expect(machine.currentIndex == order.firstIndex(of: 2))
    // The next entry is the one after the current one in the new order; none after the last.
    machine.read(2)
    let next = order.firstIndex(of: 2).map { $0 + 1 }.flatMap { $0 < 4 ? order[$0] : nil }
    #expect(machine.takeStory() == (next.map { ["load \($0)"] } ?? []))
  }

  @Test func sortedEntriesKeepWhatPlaysAndWhatWasChosen() {
    var machine = makeMachine(of: 4, playing: 2)
    machine.go(to: 0)
    #expect(machine.reorder([3, 2, 1, 0]) == true)
    #expect(machine.entries == [3, 2, 1, 0] && machine.currentIndex == 1)
    #expect(machine.chosenIndex == 3)
    machine.go(to: 4)
    machine.advance()
    #expect(machine.reorder([0, 1, 2, 3]) == true && machine.chosenIndex == 4)
    for order in [[0, 1, 2], [0, 1, 2, 4], [0, 1, 2, 2], [0, 1, 2, 3, 3]] {
      #expect(machine.reorder(order) == false)
    }
    #expect(machine.entries == [0, 1, 2, 3])
  }

  /// As in mpv, an entry that is only appended does not play after the last one was removed.
  @Test(arguments: [true, false])
  func anAppendedEntryPlaysAfterARemovedLastOneIfItIsTo(plays: Bool) {
    var machine = makeMachine(of: 2, playing: 1)
    machine.remove(at: 1)
    machine.append([7], plays: plays)
    machine.append([8], plays: false)
    machine.release(1)
    #expect(machine.currentEntry == (plays ? 7 : nil) && machine.entries == [0, 7, 8])
  }

  @Test func anEntryIsMovedOnlyWithinThePlaylist() {
    var machine = makeMachine(of: 2)
    let moves = [(2, 0), (0, 3), (-1, 0), (0, -1), (1, 2)].map { machine.move(from: $0, to: $1) }
    #expect(moves == [false, false, false, false, true])
    #expect(machine.entries == [0, 1])
  }

  @Test func aLoadedEntryThatIsMovedAwayIsReleased() {
    var machine = makeMachine(of: 3)
    machine.read(0)
    _ = machine.takeStory()
    _ = machine.move(from: 1, to: 0)
    #expect(machine.takeStory() == ["finish 1", "load 2"])
    _ = machine.move(from: 2, to: 0)
    #expect(machine.entries == [2, 1, 0] && machine.takeStory() == ["finish 2"])
  }

  @Test func theChosenEntryStaysTheSameWhenOthersAreMoved() {
    var machine = makeMachine(of: 4)
    machine.go(to: 2)
    _ = machine.move(from: 3, to: 0)
    _ = machine.move(from: 3, to: 1)
    #expect(machine.entries == [3, 2, 0, 1])
    #expect(machine.currentEntry == 0 && machine.wantedIndex == 1)
    machine.release(0)
    #expect(machine.currentEntry == 2)
  }

  @Test func theNextEntryFollowsACurrentOneThatIsRemoved() {
    var machine = makeMachine(of: 3, playing: 1)
    machine.remove(1)
    // The supervisor has not finished with it, although it is no longer in the playlist.
    #expect(machine.entries == [0, 2] && machine.currentEntry == 1 && machine.wantedIndex == 1)
    #expect(machine.takeStory().isEmpty && machine.playingEntry == nil)
    #expect(machine.departure?.index == nil)
    machine.release(1)
    #expect(machine.takeStory() == ["finish 1", "publish 2", "open 2"])
    machine.remove(2)
    machine.release(2)
    #expect(machine.takeStory() == ["finish 2", "publish nothing"] && machine.entries == [0])
  }

  @Test func anEntryThatIsChosenAndRemovedGivesWayToTheNext() {
    var machine = makeMachine(of: 4)
    machine.go(to: 2)
    machine.remove(at: 2)
    machine.remove(at: 0)
    #expect(machine.entries == [1, 3] && machine.wantedIndex == 1)
    machine.release(0)
    #expect(machine.currentEntry == 3)
  }

  @Test func newEntriesReplaceAllOthersWhenTheSupervisorHasFinished() {
    var machine = makeMachine(of: 3)
    machine.read(0)
    _ = machine.takeStory()
    #expect(machine.replaceAll(with: [7, 8]) == [0, 1, 2])
    #expect(machine.entries == [7, 8] && machine.wantedIndex == 0)
    #expect(machine.takeStory() == ["finish 1"])
    #expect(machine.replaceAll(with: [9]) == [7, 8])
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish 9", "open 9"])
  }

  @Test func playbackStopsWhenNothingReplacesTheEntries() {
    var machine = makeMachine(of: 2)
    _ = machine.replaceAll(with: [])
    #expect(machine.wantedIndex == nil)
    // An entry for later does not restart playback after a stop.
    machine.append([5], plays: false)
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish nothing"])
    machine.append([6], plays: false)
    #expect(machine.takeStory().isEmpty)
    machine.append([7, 8], plays: true)
    #expect(machine.takeStory() == ["publish 7", "open 7"] && machine.entries == [5, 6, 7, 8])
  }

  @Test func anEntryThatIsAppendedToPlayFollowsAStop() {
    var machine = makeMachine(of: 2)
    _ = machine.replaceAll(with: [])
    machine.append([5, 6], plays: true)
    machine.release(0)
    #expect(machine.currentEntry == 5)
  }

  @Test func entriesAppendedDuringTheLastOneFollowIt() {
    var machine = makeMachine(of: 1)
    machine.read(0)
    machine.append([1, 2], plays: false)
    #expect(machine.takeStory() == ["load 1"])
    machine.advance()
    machine.release(0)
    #expect(machine.currentEntry == 1)
  }

  @Test func clearingKeepsTheEntryThatPlaysOrIsAboutTo() {
    var machine = makeMachine(of: 4, playing: 2)
    machine.read(2)
    _ = machine.takeStory()
    #expect(machine.clear() == [0, 1, 3])
    #expect(machine.entries == [2] && machine.currentIndex == 0)
    #expect(machine.takeStory() == ["finish 3"])

    machine = makeMachine(of: 4)
    machine.go(to: 3)
    #expect(machine.clear() == [0, 1, 2])
    #expect(machine.entries == [3] && machine.wantedIndex == 0)
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish 3", "open 3"])

    machine.opened(3)
    machine.release(3)
    #expect(machine.clear() == [3] && machine.entries.isEmpty)
  }

  @Test func theCurrentEntryCanBePlayedAgain() {
    var machine = makeMachine(of: 2)
    #expect(machine.play(at: 0) && !machine.play(at: 2))
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish 0", "open 0"])
  }

  @Test func aRepeatedPlaylistBeginsAgainAsOftenAsItIsPlayed() {
    var machine = makeMachine(of: 2)
    machine.setPlayCount(2)
    playOn(&machine)
    machine.read(1)
    _ = machine.takeStory()
    machine.release(1, endedAt: HostInstant(nanoseconds: 77))
    #expect(machine.takeStory() == ["finish 1", "publish 0", "open 0"])
    #expect(machine.playCount == 1)
    machine.opened(0)
    playOn(&machine)
    playOn(&machine)
    #expect(machine.currentEntry == nil)
  }

  @Test func theFirstEntryOfARepeatedPlaylistIsLoadedDuringTheLast() {
    var machine = makeMachine(of: 2, playing: 1)
    machine.setPlayCount(nil)
    machine.read(1)
    #expect(machine.takeStory() == ["load 0"])
    machine.opened(0)
    machine.release(1, endedAt: HostInstant(nanoseconds: 77))
    machine.opened(0)
    #expect(machine.takeStory().last == "play 0 from 77" && machine.playCount == nil)
  }

  @Test func aSingleEntryIsRepeatedWithANewPlayer() {
    var machine = makeMachine(of: 1)
    machine.setPlayCount(nil)
    machine.read(0)
    #expect(machine.takeStory().isEmpty)
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish 0", "open 0"])
  }

  @Test func aRepeatedPlaylistEndsIfNothingInItCanBePlayed() {
    var machine = makeMachine(of: 2)
    machine.setPlayCount(nil)
    machine.release(0)
    machine.release(1)
    #expect(machine.currentEntry == 0)
    machine.release(0)
    machine.release(1)
    #expect(machine.currentEntry == nil)
  }

  @Test func aNewPlaylistThatCannotBePlayedIsTriedOnce() {
    var machine = makeMachine(of: 1)
    machine.setPlayCount(nil)
    _ = machine.replaceAll(with: [5])
    machine.release(0)
    machine.release(5)
    #expect(machine.currentEntry == nil && machine.playCount == nil)
  }

  @Test func movesGoAroundARepeatedPlaylist() {
    var machine = makeMachine(of: 3)
    machine.setPlayCount(3)
    #expect(machine.move(by: -1) && machine.chosenIndex == 2 && machine.playCount == 3)
    #expect(machine.move(by: 1) && machine.chosenIndex == 0 && machine.playCount == 2)
  }
}
