import PlayheadAttaching
import PlayheadTestEnvironment
import Testing

@Suite struct MPVNonsenseTests {
  @Test(arguments: ["", "OK MPD 0.23.5", "HTTP/1.1 400 Bad Request", "{}", "[1]", "7", "{"])
  func aPlayerOfAnotherKindIsFoundByItsFirstLine(line: String) {
    var script = MPVScript()
    _ = script.machine.begin(at: MPVScript.instant(0))
    script.receive(line, line)
    #expect(script.words == ["failed: it does not speak mpv's JSON IPC"])
  }

  @Test func aFewDamagedLinesAreIgnored() {
    var script = MPVScript.playing()
    script.forget()
    for _ in 0..<99 { script.receive(#"{"event":"property-change","data":nan}"#) }
    script.receive(#"{"event":7}"#, #"{"event":"property-change","name":"pause","data":true}"#)
    #expect(script.words == ["paused 1"])
    for _ in 0..<100 { script.receive("x") }
    #expect(script.words.last == "failed: it does not speak mpv's JSON IPC")
  }

  @Test func eventsWithoutEndKeepNothing() {
    var script = MPVScript.playing()
    for _ in 0..<5_000 {
      script.receive(#"{"event":"start-file"}"#, #"{"event":"file-loaded"}"#)
      script.forget()
    }
    #expect(Mirror(reflecting: script.machine).children.contains { $0.label == "questions" })
    for child in Mirror(reflecting: script.machine).children where child.label == "questions" {
      #expect(Mirror(reflecting: child.value).children.count < 100)
    }
  }

  /// Lines of mpv 0.35.1, in its order.
  private static let transcript =
    MPVScript.values.map { MPVScript.change($0.key, $0.value) } + [
      #"{"data":0.581324,"request_id":121,"error":"success"}"#,
      #"{"event":"property-change","id":100,"name":"pause","data":true}"#,
      #"{"request_id":122,"error":"property unavailable"}"#,
      #"{"event":"seek"}"#, #"{"event":"property-change","id":103,"name":"seeking","data":true}"#,
      #"{"event":"playback-restart"}"#, #"{"event":"audio-reconfig"}"#,
      #"{"event":"property-change","id":103,"name":"seeking","data":false}"#,
      #"{"event":"property-change","id":105,"name":"speed","data":2.000000}"#,
      #"{"event":"property-change","id":104,"name":"eof-reached"}"#,
      #"{"event":"end-file","reason":"eof","playlist_entry_id":1}"#, #"{"event":"idle"}"#,
      #"{"data":{"playlist_entry_id":2},"request_id":123,"error":"success"}"#,
      #"{"event":"start-file","playlist_entry_id":2}"#, #"{"event":"file-loaded"}"#,
      #"{"event":"property-change","id":117,"name":"time-pos","data":-0.249952}"#,
      #"{"event":"property-change","id":107,"name":"chapter-list","data":[{"title":"O","time":-0.1}]}"#,
    ]

  @Test(arguments: 0..<8)
  func damagedTranscriptsKeepTheReportsConsistent(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "nan", "1e400", "-", "[[[[[[", "{", "\"", "null", "\u{0}", "9223372036854775808", "",
    ]
    for _ in 0..<TestEffort.rounds(150) {
      var script = MPVScript()
      _ = script.machine.begin(at: MPVScript.instant(0))
      var lines = Self.transcript
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let index = Int.random(in: 0..<lines.count, using: &random)
        var bytes = Array(lines[index].utf8)
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(place...)
        case 1:
          bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
        default: lines.append(lines[index])
        }
        if index < lines.count { lines[index] = String(decoding: bytes, as: UTF8.self) }
      }
      for line in lines {
        script.receive(line)
        script.read()
        if Bool.random(using: &random) { script.reply(pieces.randomElement(using: &random)) }
        try? script.request(.seek(to: .zero))
      }
      checkConsistency(of: script.reports)
    }
  }
}
