import PlayheadAttaching
import PlayheadTestEnvironment
import Testing

@Suite struct MPDNonsenseTests {
  @Test(arguments: [
    ("{}\n", "it does not speak MPD's protocol"),
    ("\n", "it does not speak MPD's protocol"),
    ("OK MPD 0.23.5\nOK\nOK\nOK\nOK\nOK\nOK\nOK\n", nil),
    (
      "OK MPD 0.23.5\nACK [4@0] {status} you don't have permission for \"status\"\n",
      "you don't have permission for \"status\""
    ),
    ("OK MPD 0.23.5\nACK [\n", "["), ("OK MPD 0.23.5\nACK \n", ""),
    ("OK MPD 0.23.5\n" + String(repeating: "a: b\n", count: 10_001), "an answer has no end"),
  ])
  func aPlayerOfAnotherKindIsFound(text: String, reason: String?) {
    var script = MPDScript()
    script.receive(text)
    #expect(script.words.last == (reason.map { "failed: \($0)" } ?? "stopped -"))
  }

  @Test func aWrongPasswordIsALoss() {
    var script = MPDScript(password: "p")
    script.receive("OK MPD 0.23.5\nACK [3@0] {password} incorrect password\n")
    #expect(script.words == ["failed: incorrect password"])
  }

  @Test(arguments: ["nan", "-1", "1e400", "inf", "", "99999999999999999999", "0x10", "1:2", " "])
  func numbersThatMakeNoSenseAreUnknown(text: String) {
    var script = MPDScript()
    script.receive(
      "OK MPD 0.23.5\nstate: play\nsongid: \(text)\nsong: \(text)\nplaylistlength: \(text)\n"
        + "elapsed: \(text)\nduration: \(text)\nvolume: \(text)\naudio: \(text):\(text):\(text)\nOK\n"
    )
    checkConsistency(of: script.reports)
    #expect(script.facts?.item?.listIndex == nil)
  }

  @Test(arguments: 0..<8)
  func damagedTranscriptsKeepTheReportsConsistent(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let change = "changed: player\nOK\n"
    let transcript =
      "OK MPD 0.23.5\n" + MPDScript.status() + MPDScript.song() + change
      + MPDScript.status("pause", elapsed: "10.5") + MPDScript.song() + change
      + MPDScript.status(elapsed: "59.9") + MPDScript.song() + change
      + MPDScript.status(elapsed: "0.1", id: "2") + MPDScript.song(id: "2") + change
      + MPDScript.stopped + "OK\n" + change + MPDScript.status() + MPDScript.song()
    let pieces = [
      "nan", "1e400", "-", "\u{0}", "OK\n", "ACK [5@0] {} x\n", ": ", "\n", "é\u{10FFFF}",
    ]
    for _ in 0..<TestEffort.rounds(200) {
      var bytes = Array(transcript.utf8)
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let place = Int.random(in: 14..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes.removeSubrange(
            place..<min(bytes.count, place + Int.random(in: 0...9, using: &random)))
        } else {
          bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        }
      }
      var script = MPDScript()
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      for line in lines {
        script.receive(line + "\n", after: Int64.random(in: 0...100_000, using: &random))
        if Int.random(in: 0..<10, using: &random) == 0 { script.read() }
        if Int.random(in: 0..<10, using: &random) == 0 {
          try? script.request(.seek(to: .seconds(9)))
        }
      }
      checkConsistency(of: script.reports)
    }
  }
}
