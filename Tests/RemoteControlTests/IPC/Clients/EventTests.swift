import PlayheadMedia
import PlayheadTesting
import Testing

@testable import PlayheadRemoteControl

@Suite struct EventTests {
  @Test func eventsOfAFileAreInMPVsOrder() throws {
    try MPVStage().check(
      """
      > {"command":["observe_property",1,"time-pos"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":1,"name":"time-pos"}
      > {"command":["observe_property",2,"seeking"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":2,"name":"seeking"}
      > {"command":["observe_property",3,"playlist-pos"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":3,"name":"playlist-pos","data":-1}
      > {"command":["observe_property",4,"pause"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":4,"name":"pause","data":false}
      > {"command":["set_property","pause",true]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":4,"name":"pause","data":true}
      > {"command":["loadfile","a.mp4"]}
      < {"data":{"playlist_entry_id":1},"request_id":0,"error":"success"}
      < {"event":"start-file","playlist_entry_id":1}
      < {"event":"property-change","id":3,"name":"playlist-pos","data":0}
      + 0
      < {"event":"file-loaded"}
      < {"event":"property-change","id":1,"name":"time-pos","data":0.000000}
      < {"event":"property-change","id":2,"name":"seeking","data":true}
      < {"event":"playback-restart"}
      < {"event":"property-change","id":2,"name":"seeking","data":false}
      > {"command":["seek",1,"absolute"]}
      < {"data":null,"request_id":0,"error":"success"}
      < {"event":"seek"}
      < {"event":"property-change","id":2,"name":"seeking","data":true}
      + 0
      < {"event":"playback-restart"}
      < {"event":"property-change","id":1,"name":"time-pos","data":1.000000}
      < {"event":"property-change","id":2,"name":"seeking","data":false}
      > {"command":["stop"]}
      < {"data":null,"request_id":0,"error":"success"}
      < {"event":"end-file","reason":"stop","playlist_entry_id":1}
      < {"event":"idle"}
      < {"event":"property-change","id":1,"name":"time-pos"}
      < {"event":"property-change","id":2,"name":"seeking"}
      < {"event":"property-change","id":3,"name":"playlist-pos","data":-1}
      > {"command":["quit",4]}
      < {"data":null,"request_id":0,"error":"success"}
      < {"event":"shutdown"}
      """)
  }

  @Test func aFileThatCannotBeOpenedEndsWithAnError() throws {
    let session = FakeSession([]) { location in
      FakeMedia(failingWith: MediaError(.open, of: location, reason: .interrupted))
    }
    MPVStage(session).check(
      """
      > {"command":["loadfile","/nonexistent"],"request_id":5}
      < {"data":{"playlist_entry_id":1},"request_id":5,"error":"success"}
      < {"event":"start-file","playlist_entry_id":1}
      + 0
      < {"event":"end-file","reason":"error","playlist_entry_id":1,"file_error":"loading failed"}
      < {"event":"idle"}
      """)
  }

  @Test func thePercentageIsAHundredAtTheEnd() throws {
    let stage = try MPVStage("a.mp4", isPaused: true)
    _ = stage.command(#""observe_property",1,"percent-pos""#)
    _ = stage.command(#""observe_property",2,"time-pos""#)
    _ = stage.command(#""observe_property",3,"eof-reached""#)
    _ = stage.command(#""seek",9.95,"absolute""#)
    stage.session.advance(milliseconds: 0)
    _ = stage.lines()
    _ = stage.command(#""set_property","pause",false"#)
    stage.session.advance(milliseconds: 100)
    #expect(
      stage.lines() == [
        #"{"event":"property-change","id":1,"name":"percent-pos","data":100.000000}"#,
        #"{"event":"property-change","id":2,"name":"time-pos","data":10.000000}"#,
        #"{"event":"property-change","id":3,"name":"eof-reached","data":true}"#,
        #"{"event":"end-file","reason":"eof","playlist_entry_id":1}"#, #"{"event":"idle"}"#,
        #"{"event":"property-change","id":1,"name":"percent-pos"}"#,
        #"{"event":"property-change","id":2,"name":"time-pos"}"#,
        #"{"event":"property-change","id":3,"name":"eof-reached"}"#,
      ])
  }

  @Test func aSeekIsOneChangeOfThePositionEvenToAKeyframe() throws {
    let stage = try MPVStage("a.mp4")
    _ = stage.command(#""observe_property",1,"time-pos""#)
    stage.session.advance(milliseconds: 50)
    for (flags, landed) in [("absolute+keyframes", "4.800000"), ("absolute", "5.000000")] {
      _ = stage.lines()
      _ = stage.command("\"seek\",5,\"\(flags)\"")
      stage.session.advance(milliseconds: 20)
      let changes = stage.lines().filter { $0.contains("time-pos") }
      #expect(
        changes == [
          "{\"event\":\"property-change\",\"id\":1,\"name\":\"time-pos\",\"data\":\(landed)}"
        ])
    }
  }

  @Test func messagesReachTheClientsThatTheyAreFor() throws {
    let stage = try MPVStage()
    let (client, other) = stage.connect("ipc_1")
    #expect(
      stage.answer(#"{"command":["script-message","a","b"]}"#) == [
        #"{"data":null,"request_id":0,"error":"success"}"#,
        #"{"event":"client-message","args":["a","b"]}"#,
      ])
    #expect(other.take() == [#"{"event":"client-message","args":["a","b"]}"#])
    #expect(
      stage.command(#""script-message-to","ipc_1","hello""#)
        == #"{"data":null,"request_id":0,"error":"success"}"#)
    #expect(other.take() == [#"{"event":"client-message","args":["hello"]}"#])
    withExtendedLifetime(client) {}
  }

  @Test func disabledEventsAreNotSent() throws {
    let stage = try MPVStage("a.mp4")
    _ = stage.command(#""disable_event","client-message""#)
    #expect(stage.answer(#"script-message x"#).isEmpty)
    _ = stage.command(#""enable_event","client-message""#)
    #expect(stage.answer(#"script-message x"#).count == 1)
    _ = stage.command(#""disable_event","all""#)
    #expect(stage.answer("seek 1").isEmpty)
  }

  /// Clients that learn of the next file from its path find it started.
  @Test func theNextFileIsStartedBeforeItsPropertiesChange() throws {
    let stage = try MPVStage("a.mp4", "b.mp4")
    _ = stage.command(#""observe_property",1,"path""#)
    #expect(
      stage.answer(#"{"command":["playlist-next"]}"#) == [
        #"{"data":null,"request_id":0,"error":"success"}"#,
        #"{"event":"end-file","reason":"stop","playlist_entry_id":1}"#,
        #"{"event":"start-file","playlist_entry_id":2}"#,
        #"{"event":"property-change","id":1,"name":"path","data":"b.mp4"}"#,
      ])
  }

  /// As mpv 0.35.1 answers.
  @Test func observersAndLogMessagesAreNoEventsThatCanBeDisabled() throws {
    try MPVStage().check(
      """
      > {"command":["observe_property",1,"pause"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":1,"name":"pause","data":false}
      > {"command":["request_log_messages","status"]}
      < {"request_id":0,"error":"success"}
      > {"command":["disable_event","all"]}
      < {"request_id":0,"error":"success"}
      > {"command":["disable_event","property-change"]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","pause",true]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":1,"name":"pause","data":true}
      > {"command":["print-text","hi"]}
      < {"data":null,"request_id":0,"error":"success"}
      < {"event":"log-message","prefix":"cplayer","level":"info","text":"hi\\n"}
      > {"command":["disable_event","none"]}
      < {"request_id":0,"error":"success"}
      > {"command":["disable_event","event-queue-overflow"]}
      < {"request_id":0,"error":"success"}
      > {"command":["disable_event","queue-overflow"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["request_log_messages","stats"]}
      < {"request_id":0,"error":"success"}
      """)
  }

  /// Programs that do not number their observers get no number, as from mpv.
  @Test func anObserverWithTheNumberZeroGetsNoNumber() throws {
    try MPVStage().check(
      """
      > {"command":["observe_property",0,"mute"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","name":"mute","data":false}
      """)
  }
}
