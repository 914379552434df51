import PlaybackSession
import PlayheadCore
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// A session of files, without a terminal, a socket or a bus.
@Suite struct QueueSessionTests {
  @Test func filesPlayInOrderAndThenTheSessionWaits() throws {
    let stage = SessionStage()
    try stage.perform(.load(["a", "missing", "b"], .replace))
    #expect(stage.story() == ["idle", "started 1", "loaded 1", "at 0.0"])
    try stage.perform(.seek(.offset(.seconds(4))))
    #expect(stage.story() == ["seeking", "at 4.0"])
    stage.clock.advance(by: .seconds(7))
    #expect(
      stage.story() == [
        "ended 1 finished", "started 2", "ended 2 failed(\"no file\", nil)", "started 3",
        "loaded 3",
        "at 0.0",
      ])
    stage.clock.advance(by: .seconds(10))
    #expect(stage.story() == ["ended 3 finished", "idle"] && !stage.isOver)
    try stage.perform(.setWaitsForFiles(false))
    #expect(stage.isOver && stage.session.machine.phase == .over(isStopped: false))
    #expect(throws: SessionRefusal.noFile) { try stage.perform(.setPaused(true)) }
  }

  /// The queue has not reported yet that no file is left.
  @Test(arguments: [true, false])
  func aFileIsPlayedThatARequestBeginsWhenTheLastOneHasEnded(waits: Bool) throws {
    let stage = SessionStage(waits: waits)
    try stage.perform(.load(["a"], .replace))
    #expect(stage.story() == ["idle", "started 1", "loaded 1", "at 0.0"])
    let entry = try #require(stage.session.queue.entries.first)
    stage.session.end(entry, .stopped, at: nil, isLast: false)
    #expect(stage.session.isIdle)
    try stage.perform(.load(["b"], .appendAndPlay))
    #expect(stage.story() == ["ended 1 stopped", "started 2", "loaded 2", "at 0.0"])
    #expect(!stage.isOver)
  }

  @Test func theRequestsOfAUserWaitUntilAFileIsOpen() throws {
    let stage = SessionStage()
    try stage.perform(.load(["slow"], .appendAndPlay))
    try stage.performForUser(.seek(.offset(.seconds(5))))
    try stage.performForUser(.setRate(2))
    try stage.performForUser(.seek(.chapters(1)))
    #expect(stage.session.settings.rate == 1 && stage.story() == ["idle", "started 1"])
    stage.finishOpening()
    #expect(
      stage.story() == [
        "loaded 1", "at 0.0", "refused impossible(\"no chapter\", file: \"\")", "seeking", "at 5.0",
      ])
    #expect(stage.session.settings.rate == 2)
  }

  @Test func aRequestThatTheFileDoesNotAllowIsRefused() throws {
    let stage = SessionStage()
    #expect(throws: SessionRefusal.noFile) { try stage.perform(.step(1)) }
    try stage.perform(.load(["a"], .replace))
    #expect(throws: SessionRefusal.refused("no frames")) { try stage.perform(.step(1)) }
    #expect(throws: SessionRefusal.invalidValue) { try stage.perform(.setVolume(201)) }
    #expect(throws: SessionRefusal.invalidValue) { try stage.perform(.setListLoop(.times(0))) }
    try stage.perform(.setVolume(50))
    #expect(stage.session.snapshot.player?.volume == 0.125)
  }

  @Test func aFileThatStaysOpenAtItsEndIsPausedUntilASeek() throws {
    let stage = SessionStage()
    try stage.perform(.setKeepOpen(.last))
    try stage.perform(.load(["a"], .replace))
    stage.clock.advance(by: .seconds(5))
    let entry = try #require(stage.session.queue.entries.first)
    #expect(stage.session.pause(atEndOf: entry) && stage.session.settings.isPaused)
  }

  /// What a session is expected to do with its list.
  private struct Model {
    var ids: [Int] = []
    var current: Int?
    var isPaused = false
    private var lastID = 0

    /// Applies a request. Returns false if it is refused.
    mutating func apply(_ request: SessionRequest) -> Bool {
      switch request {
      case .load(let locations, let place):
        let new = locations.indices.map { lastID + 1 + $0 }
        lastID += new.count
        if place == .replace { (ids, current) = (new, new.first) } else { ids += new }
        if place == .appendAndPlay, current == nil { current = new.first }
      case .play(let index): return play(index)
      case .next: return current.flatMap(ids.firstIndex).map { play($0 + 1) } ?? false
      case .previous: return current.flatMap(ids.firstIndex).map { play($0 - 1) } ?? false
      case .remove(let index):
        guard ids.indices.contains(index) else { return false }
        let id = ids.remove(at: index)
        if id == current { current = index < ids.count ? ids[index] : nil }
      case .move(let index, let target):
        guard ids.indices.contains(index), (0...ids.count).contains(target) else { return false }
        let id = ids.remove(at: index)
        ids.insert(id, at: target > index ? target - 1 : target)
      case .reorder(let order):
        ids = order.filter(ids.contains) + ids.filter { !order.contains($0) }
      case .clear: ids = ids.filter { $0 == current }
      case .stop(let keepsList): (ids, current) = (keepsList ? ids : [], nil)
      case .setPaused(let isPaused): self.isPaused = isPaused
      default: break
      }
      return true
    }

    private mutating func play(_ index: Int) -> Bool {
      guard ids.indices.contains(index) else { return false }
      current = ids[index]
      return true
    }

    func randomRequest(using numbers: inout SplitMix64) -> SessionRequest {
      let index = Int.random(in: -1...ids.count, using: &numbers)
      let files = (0..<Int.random(in: 1...2, using: &numbers)).map(String.init)
      return switch Int.random(in: 0..<14, using: &numbers) {
      case 0..<2: .load(files, .append)
      case 2..<4: .load(files, .appendAndPlay)
      case 4: .load(files, .replace)
      case 5: .play(index: index)
      case 6: .next
      case 7: .previous
      case 8: .remove(index: index)
      case 9: .move(from: index, to: Int.random(in: -1...ids.count + 1, using: &numbers))
      case 10: .reorder(Array(ids.shuffled(using: &numbers).dropLast()))
      case 11: .clear
      case 12: .stop(keepsList: Int.random(in: 0..<4, using: &numbers) > 0)
      default: .setPaused(Bool.random(using: &numbers))
      }
    }
  }

  @Test(arguments: 0..<UInt64(TestEffort.rounds(20)))
  func aSessionDoesWhatANaiveListDoes(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    var model = Model()
    let stage = SessionStage()
    for _ in 0..<60 {
      let request = model.randomRequest(using: &numbers)
      let isRefused: Bool
      do throws(SessionRefusal) {
        try stage.perform(request)
        isRefused = false
      } catch {
        isRefused = true
      }
      #expect(model.apply(request) == !isRefused, "\(request)")
      let snapshot = stage.session.snapshot
      #expect(snapshot.entries.map(\.id) == model.ids, "\(request)")
      #expect(snapshot.currentEntry?.id == model.current, "\(request)")
      #expect(snapshot.settings.isPaused == model.isPaused)
      #expect((snapshot.player != nil) == (model.current != nil))
      // A follower of the changes has the same state.
      let last = stage.lastChange?.snapshot
      #expect(last?.entries == snapshot.entries && last?.currentIndex == snapshot.currentIndex)
      #expect(last?.player === snapshot.player && last?.settings == snapshot.settings)
    }
  }
}
