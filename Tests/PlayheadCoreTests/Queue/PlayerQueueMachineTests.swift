import Media
import PlayheadTesting
import Testing
import Timekeeping

@testable import PlayheadCore

@Suite struct PlayerQueueMachineTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 0))
  private let items: [Player]

  init() {
    let clock = clock
    items = (0..<4).map { _ in Player(media: FakeMedia(frameCount: 25), clock: clock) }
  }

  /// Returns the effects as text, with the items' indices in `items`.
  private func story(_ machine: inout PlayerQueueMachine) -> [String] {
    func name(_ player: Player?) -> String {
      items.firstIndex { $0 === player }.map { "\($0)" } ?? "nothing"
    }
    return machine.takeEffects().map { effect in
      switch effect {
      case .tell(let item): "tell \(name(item))"
      case .load(let item): "load \(name(item))"
      case .play(let item, let instant):
        "play \(name(item))" + (instant.map { " from \($0.nanoseconds)" } ?? "")
      case .finish(let item): "finish \(name(item))"
      }
    }
  }

  private func makeMachine(of count: Int) -> PlayerQueueMachine {
    var machine = PlayerQueueMachine()
    for item in items.prefix(count) { machine.insert(item, after: nil) }
    _ = machine.takeEffects()
    return machine
  }

  @Test func theFirstItemIsPlayedAndTheSecondOpened() {
    var machine = PlayerQueueMachine()
    for item in items { machine.insert(item, after: nil) }
    #expect(story(&machine) == ["tell 0", "play 0", "load 1"])
  }

  @Test func theNextBeginsWhereTheOneBeforeEnded() {
    var machine = makeMachine(of: 3)
    machine.ended(items[0], at: HostInstant(nanoseconds: 77))
    #expect(story(&machine) == ["tell 1", "play 1 from 77", "load 2", "finish 0"])
    machine.ended(items[1], at: HostInstant(nanoseconds: 99))
    machine.ended(items[2], at: HostInstant(nanoseconds: 101))
    #expect(
      story(&machine) == ["tell 2", "play 2 from 99", "finish 1", "tell nothing", "finish 2"])
    #expect(machine.items.isEmpty)
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
    #expect(machine.items.first === items[0])
  }

  @Test func aFailedItemGivesWay() {
    var machine = makeMachine(of: 2)
    machine.failed(items[0])
    #expect(story(&machine) == ["tell 1", "play 1", "finish 0"])
  }

  @Test func whatIsPutBehindTheCurrentItemIsOpenedNext() {
    var machine = makeMachine(of: 2)
    machine.insert(items[2], after: items[0])
    #expect(story(&machine) == ["load 2"])
    #expect(machine.items.map { item in items.firstIndex { $0 === item } } == [0, 2, 1])
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
    #expect(story(&machine) == ["tell nothing", "finish 0", "finish 1"])
    machine.removeAll()
    #expect(story(&machine).isEmpty)
  }
}
