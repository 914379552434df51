import Testing

@testable import PlayheadRemoteControl

@Suite struct CommandLineTests {
  /// The arguments of each `script-message` as mpv 0.35.1 sent them back.
  @Test(arguments: [
    (#"script-message 'a b' c "d\te\"f" g"#, [["a b", "c", "d\te\"f", "g"]]),
    (#"script-message "a;b" ; script-message c;script-message d"#, [["a;b"], ["c"], ["d"]]),
    ("script-message a;", [["a"]]), ("script-message a ; ;", [["a"]]),
    ("script-message a ; ; script-message b", [["a"]]), (";script-message a", []),
    ("script-message a # comment", [["a"]]), ("script-message a#b", [["a"]]),
    (#"script-message '' """#, [["", ""]]), ("script-message 'x''y'", [["x", "y"]]),
    (#"script-message a"b"c"#, [[#"a"b"c"#]]), (#"script-message "a"b"#, [["a", "b"]]),
    (#"script-message \a\b"#, [[#"\a\b"#]]), (#"script-message "\x32\x32""#, [["22"]]),
    ("script-message", [[]]), ("no-osd async script-message a", [["a"]]), ("# script-message", []),
    ("script-message `-a b-` c", [["a b", "c"]]),
  ])
  func wordsAreThoseOfMPV(_ line: String, _ messages: [[String]]) throws {
    let requests = try CommandLineParser.parse(Array(line.utf8)[...])
    #expect(requests.map { $0.values.map { $0?.string ?? "?" } } == messages)
  }

  /// A wrong command makes mpv ignore the whole line.
  @Test(arguments: [
    "bogus", "set volume", "set volume 20 extra", #"script-message "unterminated"#,
    "set volume 33;bogus;set volume 34", "seek x", "volume=38", "script-message `abc",
  ])
  func aLineWithAWrongCommandIsRefused(_ line: String) {
    #expect(throws: MPVError.invalidParameter) {
      try CommandLineParser.parse(Array(line.utf8)[...])
    }
  }

  @Test func commandsAreThoseOfMPV() {
    #expect(CommandTable.all.count == 74)
    let seek = CommandTable.byName["seek"]?.description
    #expect(
      String(decoding: seek?.json ?? [], as: UTF8.self)
        == #"{"name":"seek","args":[{"name":"target","type":"Time","optional":false},"#
        + #"{"name":"flags","type":"Flags","optional":false},"#
        + #"{"name":"legacy","type":"Choice","optional":true}],"vararg":false}"#)
    #expect(
      CommandTable.refused.union(CommandTable.withoutEffect).isSubset(of: CommandTable.byName.keys))
  }

  @Test(arguments: [
    ("90", 90), ("1:30", 90), ("00:00:02", 2), ("1:02:03.5", 3_723.5), ("-5", -5), ("+1", 1),
  ])
  func timesAreReadAsMPVDoes(_ text: String, _ seconds: Double) {
    #expect(TimeText.parse(text) == seconds)
  }

  @Test(arguments: ["", "x", "#1", "50%", "1:", ":1", "1:2:3:4", "nan", "inf", "1.5:30", "--1"])
  func textThatIsNoTimeIsRefused(_ text: String) {
    #expect(TimeText.parse(text) == nil)
  }
}
