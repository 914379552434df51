import Dispatch
import Synchronization
import Testing

@testable import PlayheadTimekeeping

@Suite struct WorkerRosterTests {
  private typealias Roster = WorkerRoster<Int, String>

  private func places(_ roster: inout Roster, _ works: Range<Int>) -> [String] {
    works.map { work in
      switch roster.assign(work) {
      case .idler(let idler): idler
      case .newThread: "new"
      case .waits(let isFirst): isFirst ? "first" : "waits"
      }
    }
  }

  private func next(_ roster: inout Roster, for idler: String) -> String {
    switch roster.next(for: idler) {
    case .work(let work): "\(work)"
    case .idle: "idle"
    case .over: "over"
    }
  }

  @Test func aLimitedNumberRunsAndTheOthersWaitInOrder() {
    var roster = Roster(width: 2, greatestIdleCount: 1)
    #expect(places(&roster, 0..<5) == ["new", "new", "first", "waits", "waits"])
    #expect((0..<3).map { _ in next(&roster, for: "a") } == ["2", "3", "4"])
    #expect(next(&roster, for: "a") == "idle")
    #expect(next(&roster, for: "b") == "over")
    #expect(places(&roster, 5..<8) == ["a", "new", "first"])
  }

  @Test func threadsAreAddedWhileNoPieceFinishes() {
    var roster = Roster(width: 1, greatestIdleCount: 1)
    _ = places(&roster, 0..<10)
    #expect(roster.check() == ([1], false))
    #expect(roster.check() == ([2, 3], false))
    // A thread has finished a piece and begun another, so no thread needs to be added.
    #expect(next(&roster, for: "a") == "4")
    #expect(roster.check() == ([], false))
    #expect(roster.check() == ([5], false))
    #expect(roster.check() == ([6, 7], false))
    #expect(roster.check() == ([8, 9], true))
    #expect(roster.check() == ([], true))
    #expect(places(&roster, 10..<12) == ["first", "waits"])
    #expect(roster.check() == ([10], false))
  }

  @Test func anIdleThreadIsUsedHoweverManyAreBlocked() {
    var roster = Roster(width: 1, greatestIdleCount: 2)
    _ = places(&roster, 0..<2)
    #expect(roster.check() == ([1], true))
    #expect(next(&roster, for: "a") == "idle")
    #expect(places(&roster, 2..<4) == ["a", "first"])
  }

  @Test func aPieceThatHasBegunIsReleased() {
    final class Piece {}
    var roster = WorkerRoster<Piece, Int>(width: 0, greatestIdleCount: 1)
    weak var begun: Piece?
    do {
      let piece = Piece()
      begun = piece
      _ = roster.assign(piece)
    }
    for _ in 0..<9 { _ = roster.assign(Piece()) }
    #expect(begun != nil)
    _ = roster.check()
    #expect(begun == nil)
  }

  /// Each piece waits for all others, and there are more of them than run at once.
  @Test func blockedPiecesDoNotDelayOthers() {
    let (here, done) = (DispatchGroup(), DispatchGroup())
    let ended = Atomic(0)
    for group in [here, done] { (0..<100).forEach { _ in group.enter() } }
    for _ in 0..<100 {
      WorkerThreads.few.run(name: "test") {
        here.leave()
        here.wait()
        ended.add(1, ordering: .relaxed)
        done.leave()
      }
    }
    done.wait()
    #expect(ended.load(ordering: .relaxed) == 100)
  }
}
