import PlayheadKit
import Testing

@testable import PlayheadCLI

@Suite struct ArrivalMachineTests {
  @Test func thePlayheadArrivesAtTheStartWhenPlaybackBegins() {
    var machine = ArrivalMachine(hasArrived: false)
    #expect(machine.arrives(in: .paused) == false)
    machine.start()
    #expect(!machine.arrives(in: .stalled) && !machine.arrives(in: .waiting))
    #expect(machine.arrives(in: .playing) && !machine.arrives(in: .playing))
  }

  @Test func aPausedPlayheadArrivesAtTheStartToo() {
    var machine = ArrivalMachine(hasArrived: false)
    machine.start()
    #expect(machine.arrives(in: .paused) == true)
  }

  @Test func aSeekArrivesWhenItsMediaIsReadAndThePlayheadMovesOn() {
    var machine = ArrivalMachine(hasArrived: true)
    #expect(machine.arrives(in: .playing) == false)
    let seek = machine.depart()
    machine.announce(seek)
    #expect(machine.arrives(in: .playing) == false)
    machine.reachTarget(of: seek)
    #expect(!machine.arrives(in: .stalled) && machine.arrives(in: .playing))
    #expect(machine.arrives(in: .playing) == false)
  }

  @Test func aSeekThatIsReplacedDoesNotArrive() {
    var machine = ArrivalMachine(hasArrived: true)
    let (first, second) = (machine.depart(), machine.depart())
    machine.announce(first)
    machine.announce(second)
    machine.reachTarget(of: first)
    #expect(machine.arrives(in: .playing) == false)
    machine.reachTarget(of: second)
    #expect(machine.arrives(in: .ended) == true)
  }

  @Test func anArrivalWaitsUntilItsSeekIsAnnounced() {
    var machine = ArrivalMachine(hasArrived: true)
    let seek = machine.depart()
    machine.reachTarget(of: seek)
    #expect(machine.arrives(in: .playing) == false)
    machine.announce(seek)
    #expect(machine.arrives(in: .playing) == true)
  }

  @Test func anArrivalFollowsASeekThatIsAnnouncedAfterTheNextOneArrived() {
    var machine = ArrivalMachine(hasArrived: true)
    let (first, second) = (machine.depart(), machine.depart())
    machine.announce(second)
    machine.reachTarget(of: second)
    #expect(machine.arrives(in: .playing) == true)
    machine.announce(first)
    #expect(machine.arrives(in: .playing) == true)
    #expect(machine.arrives(in: .playing) == false)
  }

  @Test func aSeekBeforeTheStartReplacesTheArrivalThere() {
    var machine = ArrivalMachine(hasArrived: false)
    let seek = machine.depart()
    machine.announce(seek)
    machine.start()
    #expect(machine.arrives(in: .playing) == false)
    machine.reachTarget(of: seek)
    #expect(machine.arrives(in: .playing) == true)
  }
}
