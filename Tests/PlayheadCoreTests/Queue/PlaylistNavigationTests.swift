import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// A playlist whose entries stay in it, so that playback can go back to them.
@Suite struct PlaylistNavigationTests {
  private func makeMachine(
    of count: Int, isSupervised: Bool = true, preloading: PreloadPolicy = .whenCurrentItemIsRead
  ) -> PlaylistMachine<Int> {
    var machine = PlaylistMachine<Int>(isSupervised: isSupervised, preloading: preloading)
    for entry in 0..<count { machine.insert(entry, after: nil, isKept: true) }
    return machine
  }

  private func instant(_ nanoseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: nanoseconds)
  }

  @Test func anEntryPlaysWhenItIsOpen() {
    var machine = makeMachine(of: 2)
    #expect(machine.takeStory() == ["publish 0", "open 0"])
    #expect(machine.playingEntry == nil)
    machine.opened(0)
    #expect(machine.takeStory() == ["play 0"])
    #expect(machine.playingEntry == 0)
  }

  @Test func theNextEntryIsLoadedOnceTheCurrentOneIsRead() {
    var machine = makeMachine(of: 3)
    machine.opened(0)
    _ = machine.takeStory()
    machine.read(1)
    #expect(machine.takeStory().isEmpty)
    machine.read(0)
    machine.read(0)
    #expect(machine.takeStory() == ["load 1"])
  }

  @Test func anEntryThatIsOpenInTimeStartsWhenThePreviousOneEnded() {
    var machine = makeMachine(of: 3)
    machine.opened(0)
    machine.read(0)
    machine.opened(1)
    _ = machine.takeStory()
    machine.release(0, endedAt: instant(77))
    #expect(machine.takeStory() == ["finish 0", "publish 1", "open 1"])
    machine.opened(1)
    #expect(machine.takeStory() == ["play 1 from 77"])
    // The next one was not loaded: it starts as soon as it can.
    machine.release(1, endedAt: instant(99))
    machine.opened(2)
    #expect(machine.takeStory() == ["finish 1", "publish 2", "open 2", "play 2"])
    machine.release(2, endedAt: instant(111))
    #expect(machine.takeStory() == ["finish 2", "publish nothing"])
    #expect(machine.entries == [0, 1, 2] && machine.currentIndex == nil)
  }

  @Test func commandsCountFromTheEntryThatWasChosenLast() {
    var machine = makeMachine(of: 3)
    machine.opened(0)
    _ = machine.takeStory()
    let moves = [-1, 1, 1, 1, -1].map { machine.move(by: $0) }
    #expect(moves == [false, true, true, false, true])
    #expect(machine.currentIndex == 0 && machine.chosenIndex == 1)
    #expect(machine.takeStory().isEmpty && machine.playingEntry == nil)
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish 1", "open 1"])
    #expect(machine.chosenIndex == nil)
  }

  @Test func goingBackSkipsEntriesThatCannotBePlayed() {
    var machine = makeMachine(of: 3)
    machine.go(to: 2)
    machine.release(0)
    machine.opened(2)
    machine.move(by: -1)
    machine.release(2)
    #expect(machine.currentIndex == 1)
    machine.release(1)
    #expect(machine.currentIndex == 0)
    // No entry precedes it, so the queue moves forward to the first one that can be played.
    machine.release(0)
    #expect(machine.currentIndex == 1)
    machine.release(1)
    #expect(machine.currentIndex == 2)
  }

  @Test func goingForwardFromAnEntryReachedBackwardSkipsForward() {
    var machine = makeMachine(of: 4)
    machine.go(to: 2)
    machine.release(0)
    machine.opened(2)
    machine.move(by: -1)
    machine.release(2)
    machine.opened(1)
    machine.release(1, endedAt: instant(5))
    #expect(machine.currentIndex == 2)
    machine.release(2)
    #expect(machine.currentIndex == 3)
  }

  @Test func aLoadedEntryThatIsNotPlayedNextIsReleased() {
    var machine = makeMachine(of: 4)
    machine.opened(0)
    machine.read(0)
    machine.go(to: 3)
    _ = machine.takeStory()
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "finish 1", "publish 3", "open 3"])
  }

  @Test func anEntryThatIsLeftIsNotOpened() {
    var machine = makeMachine(of: 2)
    _ = machine.takeStory()
    machine.move(by: 1)
    machine.opened(0)
    machine.read(0)
    #expect(machine.takeStory().isEmpty)
  }

  @Test func returningToTheCurrentEntryPlaysItAgain() {
    var machine = makeMachine(of: 2)
    machine.opened(0)
    machine.move(by: 1)
    machine.move(by: -1)
    _ = machine.takeStory()
    machine.release(0)
    #expect(machine.takeStory() == ["finish 0", "publish 0", "open 0"])
  }

  @Test func aScheduledStartIsThatOfTheFirstEntryThatCanBePlayed() {
    var machine = makeMachine(of: 3)
    machine.setRate(.normal, at: instant(500))
    machine.release(0)
    machine.opened(1)
    #expect(machine.takeStory().last == "play 1 at 500")
    machine.release(1, endedAt: instant(900))
    machine.opened(2)
    #expect(machine.takeStory().last == "play 2")
  }

  @Test func aPauseCancelsAScheduledStart() {
    var machine = makeMachine(of: 1)
    machine.setRate(.normal, at: instant(500))
    machine.setRate(.paused)
    machine.opened(0)
    #expect(machine.takeStory().last == "play 0")
  }

  @Test func noEntryIsLoadedUntilThePolicyAllowsIt() {
    var machine = makeMachine(of: 2, preloading: .never)
    machine.opened(0)
    machine.read(0)
    _ = machine.takeStory()
    machine.setPreloading(.whenCurrentItemIsRead)
    #expect(machine.takeStory() == ["load 1"])
  }

  @Test func withoutASupervisorAMoveIsImmediate() {
    var machine = makeMachine(of: 3, isSupervised: false, preloading: .atOnce)
    #expect(machine.takeStory() == ["publish 0", "play 0", "load 1"])
    machine.go(to: 2)
    #expect(machine.takeStory() == ["finish 1", "publish 2", "play 2", "finish 0"])
    machine.opened(2)
    machine.move(by: -1)
    #expect(machine.takeStory() == ["publish 1", "play 1", "load 2", "finish 2"])
    machine.failed(1)
    #expect(machine.takeStory() == ["finish 2", "publish 0", "play 0", "load 1", "finish 1"])
    #expect(!machine.go(to: 3) && machine.go(to: 0))
    #expect(machine.takeStory().isEmpty)
  }

  @Test func anEntryInsertedAtTheEndOfAFinishedPlaylistPlays() {
    var machine = makeMachine(of: 1)
    machine.opened(0)
    machine.release(0)
    _ = machine.takeStory()
    machine.insert(1, after: nil, isKept: true)
    #expect(machine.takeStory() == ["publish 1", "open 1"])
    #expect(machine.move(by: -1) && machine.chosenIndex == 0)
  }

  @Test func changesOfTheListKeepTheCurrentAndTheChosenEntry() {
    var machine = makeMachine(of: 4)
    machine.go(to: 1)
    machine.release(0)
    machine.opened(1)
    machine.go(to: 3)
    machine.remove(0)
    #expect(machine.currentEntry == 1 && machine.chosenIndex.map { machine.entries[$0] } == 3)
    machine.remove(2)
    machine.insert(9, after: 1, isKept: true)
    #expect(machine.currentEntry == 1 && machine.chosenIndex.map { machine.entries[$0] } == 3)
    #expect(machine.entries == [1, 9, 3])
  }
}

extension PlaylistMachine<Int> {
  /// Takes the effects, as text.
  mutating func takeStory() -> [String] {
    var story: [String] = []
    while let effect = nextEffect() {
      switch effect {
      case .publish(let entry): story.append("publish \(entry.map { "\($0)" } ?? "nothing")")
      case .open(let entry): story.append("open \(entry)")
      case .load(let entry): story.append("load \(entry)")
      case .play(let entry, .now): story.append("play \(entry)")
      case .play(let entry, .asOf(let instant)):
        story.append("play \(entry) from \(instant.nanoseconds)")
      case .play(let entry, .at(let instant)):
        story.append("play \(entry) at \(instant.nanoseconds)")
      case .play(let entry, .notBefore(let instant)):
        story.append("play \(entry) not before \(instant.nanoseconds)")
      case .finish(let entry): story.append("finish \(entry)")
      }
    }
    return story
  }
}
