import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// A queue of players: an entry is removed when it was played.
@Suite struct PlaylistMachineTests {
  private let items = [0, 1, 2, 3]

  /// Returns the effects as text.
  private func story(_ machine: inout PlaylistMachine<Int>) -> [String] {
    machine.takeStory()
  }

  private func makeMachine(of count: Int) -> PlaylistMachine<Int> {
    var machine = PlaylistMachine<Int>()
    for item in items.prefix(count) { machine.insert(item, after: nil) }
    _ = story(&machine)
    return machine
  }

  @Test func theFirstItemIsPlayedAndTheSecondOpened() {
    var machine = PlaylistMachine<Int>()
    for item in items { machine.insert(item, after: nil) }
    #expect(story(&machine) == ["publish 0", "play 0", "load 1"])
  }

  @Test func theNextBeginsWhereTheOneBeforeEnded() {
    var machine = makeMachine(of: 3)
    machine.ended(items[0], at: HostInstant(nanoseconds: 77))
    #expect(story(&machine) == ["publish 1", "play 1 from 77", "load 2", "finish 0"])
    machine.ended(items[1], at: HostInstant(nanoseconds: 99))
    machine.ended(items[2], at: HostInstant(nanoseconds: 101))
    #expect(
      story(&machine) == ["publish 2", "play 2 from 99", "finish 1", "publish nothing", "finish 2"])
    #expect(machine.upcoming.isEmpty)
  }

  private func instant(_ nanoseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: nanoseconds)
  }

  @Test func aScheduledStartOfAnOpenItemDoesNotOutliveIt() {
    var machine = makeMachine(of: 4)
    machine.opened(0)
    machine.setRate(.normal, at: instant(50))
    _ = story(&machine)
    machine.ended(0, at: instant(90))
    #expect(story(&machine) == ["publish 1", "play 1 from 90", "load 2", "finish 0"])
    machine.opened(1)
    machine.advance()
    #expect(story(&machine) == ["publish 2", "play 2", "load 3", "finish 1"])
  }

  /// The next item waits only if the instant has not passed.
  @Test(arguments: [true, false])
  func anItemThatIsLeftBeforeItsScheduledStartLeavesTheInstantToTheNext(isOpen: Bool) {
    var machine = makeMachine(of: 3)
    if isOpen { machine.opened(0) }
    machine.setRate(.normal, at: instant(50))
    machine.opened(0)
    machine.advance()
    #expect(story(&machine) == ["publish 1", "play 1 not before 50", "load 2", "finish 0"])
  }

  @Test func anItemThatCannotBeOpenedLeavesItsScheduledStartToTheNext() {
    var machine = makeMachine(of: 2)
    machine.setRate(.normal, at: instant(50))
    machine.failed(0)
    #expect(story(&machine) == ["publish 1", "play 1 at 50", "finish 0"])
  }

  @Test func anotherRateCancelsAScheduledStart() {
    var machine = makeMachine(of: 2)
    machine.opened(0)
    machine.setRate(.normal, at: instant(50))
    machine.setRate(2)
    machine.advance()
    #expect(story(&machine) == ["publish 1", "play 1", "finish 0"])
  }

  @Test func theEndOfAnItemThatIsNotCurrentIsNothing() {
    var machine = makeMachine(of: 2)
    machine.ended(items[1], at: HostInstant(nanoseconds: 1))
    machine.failed(items[3])
    #expect(story(&machine).isEmpty)
  }

  @Test func pausingAtTheEndKeepsTheItem() {
    var machine = makeMachine(of: 2)
    machine.actionAtItemEnd = .pause
    machine.ended(items[0], at: HostInstant(nanoseconds: 1))
    #expect(story(&machine).isEmpty)
    #expect(machine.upcoming.first == items[0])
  }

  @Test func aFailedItemGivesWay() {
    var machine = makeMachine(of: 2)
    machine.failed(items[0])
    #expect(story(&machine) == ["publish 1", "play 1", "finish 0"])
  }

  @Test func whatIsPutBehindTheCurrentItemIsOpenedNext() {
    var machine = makeMachine(of: 2)
    machine.insert(items[2], after: items[0])
    #expect(story(&machine) == ["load 2"])
    #expect(machine.upcoming == [0, 2, 1])
  }

  @Test func removingTheNextOpensTheOneAfter() {
    var machine = makeMachine(of: 3)
    machine.remove(items[1])
    #expect(story(&machine) == ["load 2", "finish 1"])
    machine.remove(items[1])
    #expect(story(&machine).isEmpty)
  }

  @Test func anItemIsInOnce() {
    var machine = makeMachine(of: 1)
    let isInTwice = machine.insert(items[0], after: nil)
    let isBehindNothing = machine.insert(items[1], after: items[2])
    #expect(!isInTwice && !isBehindNothing)
    #expect(story(&machine).isEmpty)
  }

  @Test func removingAllTellsThatThereIsNothing() {
    var machine = makeMachine(of: 2)
    machine.removeAll()
    #expect(story(&machine) == ["publish nothing", "finish 0", "finish 1"])
    machine.removeAll()
    #expect(story(&machine).isEmpty)
  }
}
