import Dispatch
import PlayheadInterprocess
import PlayheadLocking
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// The source with players on a bus.
@Suite struct MPRISSourceTests {
  private func start(_ target: MPRISTarget, _ bus: PrivateBus) -> SourceRecorder {
    SourceRecorder(MPRISSource(target, bus: bus.address))
  }

  @Test func aPlayerIsReadAndControlledUntilItCloses() throws {
    let bus = try PrivateBus()
    let player = FakeBusPlayer(bus, "fake", MPRISStage.song)
    let recorder = start(.named("fake"), bus)
    let facts = try #require(recorder.waitForFacts { _ in true })
    #expect(facts.item?.title == "Song" && facts.item?.artist == "One, Two")
    #expect(recorder.wait { $0.reading }?.value == .seconds(7))
    player.change(["Position": .int64(8_000_000), "PlaybackStatus": .text("Paused")])
    #expect(recorder.waitForFacts { $0.playback == .paused } != nil)
    #expect(recorder.wait { $0.reading }?.value == .seconds(8))
    recorder.source.read()
    let reading = try #require(recorder.wait { $0.reading })
    #expect(reading.value == .seconds(8) && reading.sent < reading.received)
    try recorder.source.request(.setPaused(false))
    try recorder.source.request(.setVolume(10))
    let refusal = SourceReport.refused(.setVolume(10), "it cannot be set")
    #expect(recorder.wait { $0 == refusal ? $0 : nil } != nil)
    #expect(player.methods == ["Play"])
    player.emit(BusSignal(MPRISCall.player, "Seeked", .int64(3_000_000)))
    #expect(recorder.waitForPosition(.seconds(3)))
    player.close()
    #expect(recorder.waitForLoss() == .closed)
  }

  @Test func nothingThatAPlayerSendsEndsTheSource() throws {
    let bus = try PrivateBus()
    var deep = BusValue.text("deep")
    for _ in 1...10 { deep = .dictionary(["x": deep, "y": .array(of: "d", [.double(1)])]) }
    let metadata: [String: BusValue] = [
      "a": .array(of: "d", [.double(1)]), "b": deep, "c": .variant(.value(.boolean(true))),
      "xesam:title": .text("Song"), "xesam:url": .text(String(repeating: "x", count: 2_000_000)),
      "xesam:artist": .array(of: "x", [.int64(1)]), "mpris:trackid": .double(.nan),
    ]
    let player = FakeBusPlayer(
      bus, "fake",
      ["Metadata": .dictionary(metadata), "Rate": .text("x"), "Position": .text("now")])
    let recorder = start(.any, bus)
    let item = try #require(recorder.waitForFacts { _ in true }?.item)
    #expect(item.title == "Song" && item.location == nil && item.artist == nil)
    let replies: [BusReply] = [
      .values([]), .values([.texts(["x"])]), .values([.dictionary(["x": deep])]),
      .error(BusCallError(.failed, "")), .values([.variant(.value(.array(of: "d", [])))]),
      .values([.int64(1), .int64(2)]),
    ]
    for reply in replies {
      player.reply(to: "Get", with: reply)
      player.reply(to: "GetAll", with: reply)
      player.emit(BusSignal(MPRISCall.properties, "PropertiesChanged", .text(MPRISCall.player)))
      player.emit(
        BusSignal(
          MPRISCall.properties, "PropertiesChanged", .text(MPRISCall.player),
          .dictionary(["Metadata": deep]), .texts(["Metadata", "Volume"])))
      player.emit(BusSignal(MPRISCall.player, "Seeked", deep))
      recorder.source.read()
      let position = recorder.wait { if case .moved(let to, _, _) = $0 { .some(to) } else { nil } }
      #expect(position == .some(nil))
    }
    player.change(["Volume": .double(0.5)])
    #expect(recorder.waitForFacts { $0.volume == 50 } != nil)
    player.close()
    #expect(recorder.waitForLoss() == .closed)
  }

  @Test func ourOwnPlayerIsReadAndControlled() throws {
    let bus = try PrivateBus()
    let first = FakeBusPlayer(bus, "fake", ["PlaybackStatus": .text("Paused")])
    let any = start(.any, bus)
    #expect(any.waitForFacts { $0.item == nil } != nil)
    // It is followed because it starts to play.
    try bus.startPlayhead(Repository.sample("gnome-dual-monitors.webm"))
    let name = "gnome-dual-monitors.webm"
    #expect(any.waitForFacts { $0.item?.title == name && $0.playback == .playing } != nil)
    first.close()
    var position = MediaTime.zero
    while position < .milliseconds(200) {
      any.source.read()
      position = try #require(any.wait { $0.reading }).value
    }
    let recorder = start(.named("playhead"), bus)
    let facts = try #require(recorder.waitForFacts { _ in true })
    #expect(facts.playback == .playing && facts.canSeek && facts.item?.duration != nil)
    try recorder.source.request(.setPaused(true))
    #expect(recorder.waitForFacts { $0.playback == .paused } != nil)
    try recorder.source.request(.seek(to: .seconds(12)))
    #expect(recorder.waitForPosition(.seconds(12)))
    try recorder.source.request(.setRate(2))
    #expect(recorder.waitForFacts { $0.rate == 2 } != nil)
    try recorder.source.request(.setVolume(50))
    #expect(recorder.waitForFacts { $0.volume == 50 } != nil)
    try recorder.source.request(.setPaused(false))
    #expect(recorder.waitForFacts { $0.playback == .playing } != nil)
    var values: [MediaTime] = []
    for _ in 1...5 {
      recorder.source.read()
      values += recorder.wait { $0.reading }.map { [$0.value] } ?? []
    }
    #expect(values.count == 5 && values == values.sorted() && values[0] >= .seconds(12))
    try recorder.source.request(.quit)
    #expect(recorder.waitForLoss() == .closed)
  }

  @Test func aBusThatEndsIsALoss() throws {
    let bus = try PrivateBus()
    let player = FakeBusPlayer(bus, "fake", MPRISStage.song)
    let recorder = start(.named("fake"), bus)
    #expect(recorder.waitForFacts { _ in true } != nil)
    bus.end()
    // The bus may end the connection of the player first.
    let loss = try #require(recorder.waitForLoss())
    #expect([.closed, .failed("the session bus closed the connection")].contains(loss))
    player.close()
    recorder.source.stop()
  }

  @Test func withoutAPlayerOrABusTheSourceIsLost() throws {
    let bus = try PrivateBus()
    let none = start(.named("fake"), bus)
    #expect(none.waitForLoss() == .failed("there is no player 'fake' on the session bus"))
    let recorder = SourceRecorder(MPRISSource(.any, bus: "unix:path=/nonexistent"))
    #expect(
      recorder.waitForLoss()
        == .failed("the session bus cannot be reached: No such file or directory"))
    #expect(recorder.all.count == 1)
  }

  @Test func aSourceThatIsStoppedReportsNothing() throws {
    let bus = try PrivateBus()
    let player = FakeBusPlayer(bus, "fake", MPRISStage.song)
    let recorder = start(.named("fake"), bus)
    #expect(recorder.waitForFacts { _ in true } != nil)
    recorder.source.stop()
    let count = recorder.all.count
    player.change(["Volume": .double(0.5)])
    recorder.source.read()
    player.close()
    #expect(recorder.all.count == count)
  }

  @Test func aReportMayStopTheSource() throws {
    let bus = try PrivateBus()
    let player = FakeBusPlayer(bus, "fake", MPRISStage.song)
    let source = MPRISSource(.any, bus: bus.address)
    let count = Locked(0)
    let stopped = DispatchSemaphore(value: 0)
    source.start { [unowned source] _ in
      count.withLock { $0 += 1 }
      source.stop()
      stopped.signal()
    }
    #expect(stopped.wait(timeout: .now() + 60) == .success)
    player.close()
    #expect(count.withLock { $0 } == 1)
  }
}
