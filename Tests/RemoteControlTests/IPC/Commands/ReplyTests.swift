import PlaybackSession
import Testing

@testable import PlayheadRemoteControl

/// Requests and the replies of mpv 0.35.1 to them.
@Suite struct ReplyTests {
  @Test func repliesToAnIdlePlayerAreThoseOfMPV() throws {
    try MPVStage().check(
      """
      > {"command":["get_property","time-pos"]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["get_property","pause"],"request_id":7}
      < {"data":false,"request_id":7,"error":"success"}
      > {"command":["get_property","nonsense"],"request_id":8}
      < {"request_id":8,"error":"property not found"}
      > {"command":["get_property","volume"]}
      < {"data":100.000000,"request_id":0,"error":"success"}
      > {"command":["get_property_string","volume"]}
      < {"data":"100.000000","request_id":0,"error":"success"}
      > {"command":["get_property_string","pause"]}
      < {"data":"no","request_id":0,"error":"success"}
      > {"command":["get_property_string","nonsense"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","playlist"]}
      < {"data":[],"request_id":0,"error":"success"}
      > {"command":["get_property","playlist-pos"]}
      < {"data":-1,"request_id":0,"error":"success"}
      > {"command":["get_version"]}
      < {"data":131072,"request_id":0,"error":"success"}
      > {"command":["client_name",1]}
      < {"data":"ipc_0","request_id":0,"error":"success"}
      > {"command":["get_property"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":[]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["foo"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":"foo"}
      < {"request_id":0,"error":"invalid parameter"}
      > {}
      < {"request_id":0,"error":"invalid parameter"}
      > {bad
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["get_property",1]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["get_property","volume"],"request_id":"a"}
      < {"data":100.000000,"request_id":"a","error":"success"}
      > {"command":["get_property","volume"],"request_id":1.5}
      < {"data":100.000000,"request_id":1.500000,"error":"success"}
      > {"command":["get_property","volume"],"async":true,"request_id":4}
      < {"data":100.000000,"request_id":4,"error":"success"}
      > {"command":["set","volume","12"],"async":true,"request_id":4}
      < {"request_id":4,"error":"success","data":null}
      > {"command":["seek",1],"async":true,"request_id":5}
      < {"request_id":5,"error":"error running command","data":null}
      > {"command":["bogus"],"async":true,"request_id":9}
      < {"request_id":9,"error":"invalid parameter"}
      > {"command":["client_name"],"async":"yes","request_id":3}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek",1]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["show-text","hi"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["show-text","x",1000,1,2]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":{"name":"set","property":"volume","value":"44"}}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":{"name":"seek","target":"1"}}
      < {"request_id":0,"error":"error running command"}
      > {"command":{"name":"seek","bogus":"1"}}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":{"name":"show-text","text":"x","duration":1}}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":{"name":"show-text","text":1}}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["script-message-to","main","a"]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["request_log_messages","bogus"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["enable_event","bogus"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["disable_event","shutdown"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["playlist-next"]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["frame-step"]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["expand-text","${volume} x ${=volume} ${nonsense} ${time-pos:none} ${?pause:yes}"]}
      < {"data":"12 x 12.000000 (error) none yes","request_id":0,"error":"success"}
      """)
  }

  @Test func valuesOfOtherTypesAreRefusedAsInMPV() throws {
    try MPVStage().check(
      """
      > {"command":["set_property","pause"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["set_property","pause",true]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","pause","yes"]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","pause","maybe"]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","pause",1]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","volume","50"]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","volume","abc"]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","volume",null]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","volume",{}]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","volume",true]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","volume",-5]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","time-pos",1]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["set_property","nonsense",1]}
      < {"request_id":0,"error":"property not found"}
      > {"command":["set_property","duration",1]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["set_property","pid",0]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","speed",-1]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set","speed","1.5"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["set","speed","abc"]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["set","nonsense","1"]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["set","speed",1.25]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["set_property_string","speed",1.2]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property_string","speed"]}
      < {"data":"1.200000","request_id":0,"error":"success"}
      > {"command":["set_property","loop-file","inf"]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","loop-file"]}
      < {"data":"inf","request_id":0,"error":"success"}
      > {"command":["set_property","loop-file",3]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","loop-file"]}
      < {"data":3,"request_id":0,"error":"success"}
      > {"command":["set_property","loop-file",-1]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","loop-file",false]}
      < {"request_id":0,"error":"success"}
      > {"command":["cycle","loop-file"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","loop-file"]}
      < {"data":1,"request_id":0,"error":"success"}
      > {"command":["set_property","ab-loop-a",1.5]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","ab-loop-a"]}
      < {"data":1.500000,"request_id":0,"error":"success"}
      > {"command":["set_property","ab-loop-a","no"]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","ab-loop-a"]}
      < {"data":"no","request_id":0,"error":"success"}
      > {"command":["set_property","ab-loop-a","1:00"]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","ab-loop-a","bogus"]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","options/volume",50]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","options/nonsense"]}
      < {"request_id":0,"error":"property not found"}
      > {"command":["add","volume",5]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","volume"]}
      < {"data":55.000000,"request_id":0,"error":"success"}
      > {"command":["add","volume","x"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["add","volume",-500]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","volume"]}
      < {"data":0.000000,"request_id":0,"error":"success"}
      > {"command":["cycle","pause"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["cycle","pause","sideways"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["multiply","pause",2]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["cycle-values","speed","1","2"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","speed"]}
      < {"data":1.000000,"request_id":0,"error":"success"}
      > {"command":["cycle-values","speed"]}
      < {"request_id":0,"error":"invalid parameter"}
      """)
  }

  @Test func repliesAboutAnOpenFileAreThoseOfMPV() throws {
    try MPVStage("/media/film.mp4", isPaused: true).check(
      """
      > {"command":["get_property","time-pos"]}
      < {"data":0.000000,"request_id":0,"error":"success"}
      > {"command":["get_property","time-pos/full"]}
      < {"data":0.000000,"request_id":0,"error":"success"}
      > {"command":["get_property","duration"]}
      < {"data":10.000000,"request_id":0,"error":"success"}
      > {"command":["get_property","filename/no-ext"]}
      < {"data":"film","request_id":0,"error":"success"}
      > {"command":["get_property","playlist"]}
      < {"data":[{"filename":"/media/film.mp4","current":true,"playing":true,"id":1}],"request_id":0,"error":"success"}
      > {"command":["get_property","playlist/count"]}
      < {"data":1,"request_id":0,"error":"success"}
      > {"command":["get_property","playlist/0/filename"]}
      < {"data":"/media/film.mp4","request_id":0,"error":"success"}
      > {"command":["get_property","playlist/0/title"]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["get_property","playlist/9/filename"]}
      < {"request_id":0,"error":"property not found"}
      > {"command":["get_property","playlist/0/bogus"]}
      < {"request_id":0,"error":"property not found"}
      > {"command":["get_property","playlist/"]}
      < {"request_id":0,"error":"property not found"}
      > {"command":["get_property","pause/foo"]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["get_property","track-list/0/type"]}
      < {"data":"video","request_id":0,"error":"success"}
      > {"command":["get_property","track-list/0/lang"]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["get_property","current-tracks/video/id"]}
      < {"data":1,"request_id":0,"error":"success"}
      > {"command":["get_property","current-tracks/sub/id"]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["get_property","osc"]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["set_property","duration",1]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","percent-pos",150]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","time-pos","x"]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","time-pos",true]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","playlist/0/filename","x"]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["seek"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek",1,"bogus"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek",1,"relative+absolute"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek",1,"absolute,exact"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek",true]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek",1,0]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["playlist-remove",5]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["playlist-remove","x"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["playlist-move",0,5]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["playlist-move",5,0]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["loadfile"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["loadfile","x","bogus"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["loadfile","next.mp4","append"]}
      < {"data":{"playlist_entry_id":2},"request_id":0,"error":"success"}
      """)
  }

  @Test(arguments: [
    #""run","ls""#, #""subprocess",["ls"]"#, #""load-script","x.lua""#, #""screenshot""#,
    #""screenshot-to-file","x.png""#, #""dump-cache",0,1,"x""#, #""write-watch-later-config""#,
  ])
  func commandsThatRunProgramsOrWriteFilesAreRefused(_ words: String) throws {
    let stage = try MPVStage("a")
    #expect(stage.command(words) == #"{"request_id":0,"error":"error running command"}"#)
  }

  @Test func aLineOfCommandsHasNoReply() throws {
    let stage = try MPVStage()
    #expect(stage.answer("set volume 33; set volume 34").isEmpty)
    #expect(stage.session.snapshot.settings.volume == 34)
    #expect(stage.answer("set volume 35;bogus;set volume 36").isEmpty)
    #expect(stage.session.snapshot.settings.volume == 34)
    #expect(stage.answer("set volume ${=nonsense:3}5").isEmpty)
    #expect(stage.session.snapshot.settings.volume == 35)
    #expect(stage.answer("").isEmpty)
    #expect(stage.answer("# comment").isEmpty)
  }

  @Test func aFileThatMayNotBeReadIsRefusedAndTheReasonIsLogged() throws {
    let session = FakeSession([]) { location throws(SessionRefusal) in
      throw .refused("\(location): not allowed")
    }
    MPVStage(session).check(
      """
      > {"command":["request_log_messages","error"]}
      < {"request_id":0,"error":"success"}
      > {"command":["loadfile","/etc/passwd"]}
      < {"request_id":0,"error":"error running command"}
      < {"event":"log-message","prefix":"cplayer","level":"error","text":"/etc/passwd: not allowed\\n"}
      """)
  }

  @Test func settingsOfTheProgramAreSetAsInMPV() throws {
    try MPVStage("/media/a.mp4", isPaused: true).check(
      """
      > {"command":["observe_property",1,"media-title"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":1,"name":"media-title","data":"a.mp4"}
      > {"command":["set_property","force-media-title","A \u{e4}"]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":1,"name":"media-title","data":"A \u{e4}"}
      > {"command":["get_property","force-media-title"]}
      < {"data":"A \u{e4}","request_id":0,"error":"success"}
      > {"command":["set_property","force-media-title",5]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["set_property","force-media-title",""]}
      < {"request_id":0,"error":"success"}
      < {"event":"property-change","id":1,"name":"media-title","data":"a.mp4"}
      > {"command":["get_property","keep-open"]}
      < {"data":false,"request_id":0,"error":"success"}
      > {"command":["set_property","keep-open","always"]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","options/keep-open"]}
      < {"data":"always","request_id":0,"error":"success"}
      > {"command":["cycle","keep-open"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property_string","keep-open"]}
      < {"data":"no","request_id":0,"error":"success"}
      > {"command":["set_property","keep-open",2]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","keep-open",true]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","idle"]}
      < {"data":false,"request_id":0,"error":"success"}
      > {"command":["set_property","idle","yes"]}
      < {"request_id":0,"error":"success"}
      > {"command":["get_property","idle"]}
      < {"data":true,"request_id":0,"error":"success"}
      > {"command":["get_property","audio-delay"]}
      < {"data":0.000000,"request_id":0,"error":"success"}
      > {"command":["set_property","audio-delay","0"]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","audio-delay",0.5]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["expand-text","${audio-delay} ${idle} ${keep-open}"]}
      < {"data":"0 ms yes yes","request_id":0,"error":"success"}
      > {"command":["get_property","fullscreen"]}
      < {"data":false,"request_id":0,"error":"success"}
      > {"command":["set_property","fullscreen",false]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","fs",true]}
      < {"request_id":0,"error":"error accessing property"}
      """)
  }

  @Test func aKeyHasItsCommandsOrIsAnError() throws {
    let stage = try MPVStage("a", "b")
    let success = #"{"data":null,"request_id":0,"error":"success"}"#
    let failure = #"{"request_id":0,"error":"error running command"}"#
    #expect(stage.command(#""keypress","space""#) == success)
    #expect(stage.session.snapshot.settings.isPaused)
    #expect(stage.command(#""keydown","p""#) == success)
    #expect(stage.command(#""keypress","shift+Right""#).hasPrefix(success))
    #expect(stage.session.requests.last == .seek(.offset(.seconds(1)), .exact))
    #expect(stage.command(#""keypress","[""#) == success)
    for key in ["f", "s", "nokey", "", "+", "Ctrl+q"] {
      #expect(stage.command("\"keypress\",\"\(key)\"") == failure, "\(key)")
    }
    #expect(stage.command(#""keybind","+","set volume 5; add volume 50""#) == success)
    #expect(stage.command(#""keypress","+""#) == success)
    #expect(stage.session.snapshot.settings.volume == 55)
    #expect(stage.command(#""keybind","SPACE","script-binding x""#) == success)
    #expect(stage.command(#""keypress","space""#) == failure)
    for words in ["run ls", "no-such-command", "keypress SPACE", "seek"] {
      #expect(stage.command("\"keybind\",\"F5\",\"\(words)\"") == failure, "\(words)")
    }
    for number in 0..<1_000 { _ = stage.command("\"keybind\",\"key\(number)\",\"stop\"") }
    #expect(stage.command(#""keybind","key1000","stop""#) == failure)
  }

  /// mpv queues these, and forgets them when it has left the file.
  @Test(arguments: [
    "seek 2", "seek 50 relative-percent", "seek -1 absolute", "seek 50 absolute-percent",
    "set time-pos 3", "set percent-pos 3", "frame-step", "add time-pos 1",
  ])
  func aSeekRightAfterTheNextEntryWasChosenIsAccepted(_ command: String) throws {
    let stage = try MPVStage("a", "b")
    _ = stage.command(#""request_log_messages","error""#)
    let lines = stage.answer("playlist-next; \(command)")
    #expect(!lines.contains { $0.contains("log-message") }, "\(lines)")
    // Afterwards the client knows that the file was left.
    #expect(stage.answer(command).contains { $0.contains("log-message") })
    stage.session.advance(milliseconds: 0)
    #expect(stage.session.snapshot.player?.currentTime() == .zero)
  }

  /// The end of the file is sent between two lines that the client wrote at once.
  @Test func aSeekThatWasSentWithTheNextEntryIsAccepted() throws {
    let stage = try MPVStage("a", "b")
    _ = stage.command(#""request_log_messages","error""#)
    stage.client.expectLines(true)
    _ = stage.answer("playlist-next")
    #expect(!stage.answer("seek 2").contains { $0.contains("log-message") })
    #expect(stage.command(#""seek",2"#).contains("success"))
    stage.client.expectLines(false)
    #expect(stage.answer("seek 2").contains { $0.contains("log-message") })
  }

  @Test func optionsOfOneFileAreRefusedAndNotIgnored() throws {
    let stage = try MPVStage()
    #expect(stage.command(#""loadfile","a","replace","start=2""#).contains("error running command"))
    #expect(stage.session.snapshot.entries.isEmpty)
  }

  @Test func shufflingAndUnshufflingKeepTheEntries() throws {
    let stage = try MPVStage("a", "b", "c", "d", "e")
    _ = stage.command(#""playlist-shuffle""#)
    #expect(Set(stage.session.snapshot.entries.map(\.id)) == Set(1...5))
    _ = stage.command(#""playlist-unshuffle""#)
    #expect(stage.session.snapshot.entries.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func aListOfAnyLengthIsShuffledByOneRequest() throws {
    let session = FakeSession((0..<1_000).map(String.init))
    let stage = MPVStage(session)
    for command in ["playlist-shuffle", "playlist-unshuffle"] {
      #expect(stage.command("\"\(command)\"").contains("success"))
    }
    #expect(session.requests.count == 2)
    #expect(session.snapshot.entries.map(\.id) == Array(1...1_000))
  }

  /// Each row: a property, its value, a command without its name and the property, and the value after
  /// it in mpv 0.35.1.
  @Test(arguments: [
    ("pause", "true", "add", "1", "true"), ("pause", "true", "add", "-1", "false"),
    ("pause", "true", "cycle", "1", "false"), ("pause", "true", "cycle", "0.3", "true"),
    ("mute", "true", "add", "1", "true"), ("mute", "true", "cycle", "1", "false"),
    ("mute", "false", "cycle", "-1", "true"), ("mute", "\"auto\"", "add", "-1", "false"),
    ("loop-file", "false", "cycle", "1", "1"), ("loop-file", "2", "add", "1", "3"),
    ("loop-file", "false", "cycle", "-1", "\"inf\""),
    ("loop-file", "\"inf\"", "add", "-1", "\"inf\""),
    ("loop-file", "\"inf\"", "cycle", "-1", "10000"),
    ("loop-file", "10000", "cycle", "1", "\"inf\""),
    ("loop-file", "\"inf\"", "add", "20000", "false"), ("loop-file", "0", "add", "0.3", "false"),
    ("loop-playlist", "1", "add", "0.3", "false"), ("loop-playlist", "3", "cycle", "1", "4"),
    ("loop-playlist", "false", "cycle", "-1", "\"inf\""),
    ("speed", "16", "cycle", "1", "0.100000"), ("speed", "16", "add", "1", "16.000000"),
    ("volume", "0", "cycle", "-1", "200.000000"),
    ("volume", "\"1:2\"", "add", "\"3/2\"", "2.000000"),
    ("ab-loop-a", "\"no\"", "add", "1", "\"no\""), ("ab-loop-a", "1", "cycle", "1", "2.000000"),
  ])
  func addingAndCyclingFollowMPV(
    _ name: String, _ value: String, _ command: String, _ amount: String, _ expected: String
  ) throws {
    let stage = try MPVStage()
    _ = stage.command("\"set_property\",\"\(name)\",\(value)")
    #expect(
      stage.command("\"\(command)\",\"\(name)\",\(amount)")
        == #"{"data":null,"request_id":0,"error":"success"}"#)
    #expect(
      stage.command("\"get_property\",\"\(name)\"")
        == "{\"data\":\(expected),\"request_id\":0,\"error\":\"success\"}")
  }

  @Test func formsThatMPVTakesOrRefuses() throws {
    try MPVStage().check(
      #"""
      > {"command":["cycle-values","!reverse","speed","1","x","3"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","speed"]}
      < {"data":3.000000,"request_id":0,"error":"success"}
      > {"command":["cycle-values","speed","x","3","1.5"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","speed"]}
      < {"data":1.500000,"request_id":0,"error":"success"}
      > {"command":["set_property","speed","1:2"]}
      < {"request_id":0,"error":"success"}
      > {"command":["set_property","loop-file",10001]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","mute",1]}
      < {"request_id":0,"error":"unsupported format for accessing property"}
      > {"command":["set_property","file-local-options/speed",1.5]}
      < {"request_id":0,"error":"error accessing property"}
      > {"command":["get_property","options/pause/x"]}
      < {"request_id":0,"error":"property not found"}
      > {"command":["set_property","filename/no-ext","x"]}
      < {"request_id":0,"error":"property unavailable"}
      > {"command":["set","pause","no"],"request_id":"x","async":true}
      < {"request_id":"x","error":"invalid parameter"}
      > {"command":["client_name"],"request_id":"\x41\e"}
      < {"data":"ipc_0","request_id":"A\u001b","error":"success"}
      > {"command":{"name":"seek","target":"1","flags":"absolute","flags":"relative"}}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["seek","1","exact+exact"]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["quit",99999999999]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["playlist-remove",-1]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["playlist-play-index",-5]}
      < {"request_id":0,"error":"invalid parameter"}
      > {"command":["playlist-play-index","current"]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","sub"]}
      < {"data":"auto","request_id":0,"error":"success"}
      > {"command":["expand-text","${pause} ${?pause==no:x"]}
      < {"data":"no ${?pause==no:x","request_id":0,"error":"success"}
      > {"command":["set_property","volume",100.5]}
      < {"request_id":0,"error":"success"}
      > {"command":["expand-text","${volume}"]}
      < {"data":"100","request_id":0,"error":"success"}
      > {"command":["loadlist","film.mp4"]}
      < {"request_id":0,"error":"error running command"}
      > {"command":["loadlist","a.m3u","append"]}
      < {"data":{"playlist_entry_id":1,"num_entries":2},"request_id":0,"error":"success"}
      > {"command":["playlist-move",0,-1]}
      < {"data":null,"request_id":0,"error":"success"}
      > {"command":["get_property","playlist/1/id"]}
      < {"data":1,"request_id":0,"error":"success"}
      """#)
  }
}
