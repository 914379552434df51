import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing

@testable import PlayheadRemoteControl

@Suite struct ObserverTests {
  private func change(_ id: Int, _ name: String, _ data: String) -> String {
    "{\"event\":\"property-change\",\"id\":\(id),\"name\":\"\(name)\",\"data\":\(data)}"
  }

  @Test func onlyOtherValuesAreReportedAndTheNewestOfALine() throws {
    let stage = try MPVStage()
    _ = stage.command(#""observe_property",1,"volume""#)
    _ = stage.command(#""observe_property_string",2,"volume""#)
    #expect(
      stage.answer("set volume 34; set volume 35") == [
        change(1, "volume", "35.000000"), change(2, "volume", #""35.000000""#),
      ])
    #expect(stage.answer("set volume 35").isEmpty)
    #expect(stage.answer("cycle mute").isEmpty)
    _ = stage.command(#""unobserve_property",1"#)
    #expect(stage.answer("set volume 36") == [change(2, "volume", #""36.000000""#)])
  }

  @Test func unknownPropertiesAreObservedWithoutData() throws {
    let stage = try MPVStage()
    #expect(
      stage.answer(#"{"command":["observe_property",4,"nonsense"]}"#) == [
        #"{"request_id":0,"error":"success"}"#,
        #"{"event":"property-change","id":4,"name":"nonsense"}"#,
      ])
  }

  @Test func thePositionIsReportedTenTimesASecondAtEveryRate() throws {
    for rate in ["1", "2", "0.5"] {
      let stage = try MPVStage("a.mp4")
      _ = stage.command(#""observe_property",1,"time-pos""#)
      _ = stage.command(#""observe_property",2,"percent-pos""#)
      _ = stage.answer("set speed \(rate)")
      stage.session.advance(milliseconds: 1_000)
      let changes = stage.lines().filter { $0.contains("time-pos") }
      #expect((9...11).contains(changes.count), "\(rate): \(changes)")
    }
  }

  @Test func aSessionHasOneSubscriptionHoweverManyObserve() throws {
    let stage = try MPVStage("a.mp4")
    let before = stage.session.clock.armedTimerCount
    let clients = (1...10).map { stage.connect("ipc_\($0)").0 }
    for client in clients {
      for id in 1...10 {
        client.receive(
          line: Array("{\"command\":[\"observe_property\",\(id),\"time-pos\"]}".utf8)[...])
      }
    }
    #expect(stage.session.clock.armedTimerCount <= before + 1)
    stage.session.advance(milliseconds: 1)
    #expect(stage.session.clock.armedTimerCount == before + 1)
    for client in clients { client.close() }
    stage.session.advance(milliseconds: 1)
    #expect(stage.session.clock.armedTimerCount == before)
  }

  @Test func aPausedPlayerArmsNoTimerForItsObservers() throws {
    let stage = try MPVStage("a.mp4", isPaused: true)
    _ = stage.command(#""observe_property",1,"time-pos""#)
    stage.session.advance(milliseconds: 1)
    #expect(stage.session.clock.armedTimerCount == 0)
    #expect(stage.lines().isEmpty)
  }

  @Test func observersEndWithTheirConnection() throws {
    let stage = try MPVStage("a.mp4")
    _ = stage.command(#""observe_property",1,"time-pos""#)
    stage.client.close()
    stage.session.advance(milliseconds: 1_000)
    #expect(stage.answer("set volume 20").isEmpty)
    #expect(stage.interface.clients.isEmpty)
  }

  @Test func clientsAreReleased() throws {
    let stage = try MPVStage("a.mp4")
    var client: MPVClient? = stage.connect("ipc_1").0
    weak var released: MPVClient?
    released = client
    client?.receive(line: Array(#"{"command":["observe_property",1,"time-pos"]}"#.utf8)[...])
    stage.session.advance(milliseconds: 300)
    client?.close()
    client = nil
    #expect(released == nil)
  }

  @Test func stallsAreReported() throws {
    let session = FakeSession(["slow"]) { _ in
      FakeMedia(
        info: FakeMedia(frameCount: 250).info,
        steps: FakeMedia.frames(0..<25) + [.pause(.seconds(3))] + FakeMedia.frames(25..<250))
    }
    session.start()
    let stage = MPVStage(session)
    _ = stage.command(#""observe_property",1,"paused-for-cache""#)
    _ = stage.command(#""observe_property",2,"core-idle""#)
    session.advance(milliseconds: 6_000)
    #expect(
      stage.lines() == [
        change(1, "paused-for-cache", "true"), change(2, "core-idle", "true"),
        change(1, "paused-for-cache", "false"), change(2, "core-idle", "false"),
      ])
  }
}
