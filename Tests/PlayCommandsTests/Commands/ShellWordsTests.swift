import Testing

@testable import PlayheadPlayCommands

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("", []), ("  ", []), ("a b\tc\nd", ["a", "b", "c", "d"]), ("'a b'c", ["a bc"]),
    (#""a 'b' \" \\ \n""#, [#"a 'b' " \ \n"#]), (#"a\ b \' "#, ["a b", "'"]), ("''", [""]),
    ("a '' b", ["a", "", "b"]), ("$HOME * ; | > x", ["$HOME", "*", ";", "|", ">", "x"]),
    (#"'\n'"#, [#"\n"#]), ("é'ü'", ["éü"]),
  ])
  func wordsAreQuotedAsInAShell(text: String, words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'", "\"", "a 'b", #"a\"#, #""a\"#, #""a\""#])
  func anUnfinishedQuotationIsRejected(text: String) {
    #expect(ShellWords.split(text) == nil)
  }
}
