import Testing

@testable import PlayheadProcesses

@Suite struct LineExpressionTests {
  @Test(arguments: [
    (#"t=(\d+)"#, "a t=1500 t=2", "1500"), (#"\d+\.\d+"#, "at 12.50 s", "12.50"),
    (#"([0-9.]+) +[AM]-"#, "   7.25 M-V: 0", "7.25"), (#"[[:digit:]]+$"#, "1 2 34", "34"),
    (#"^[\d.]+"#, "1.5|2", "1.5"), (#"a{2,3}(b|c)"#, "xaac", "c"),
    (#"\((\w+)\)"#, "é (x_1)", "x_1"),
    (#"pos\t(.)"#, "pos\t9", "9"), (#"[]a]+"#, "b]a", "]a"), ("é(.)", "aé5", "5"),
  ])
  func theFirstGroupOrTheMatchIsFound(_ pattern: String, _ line: String, _ text: String) throws {
    #expect(try #require(LineExpression(pattern)).text(in: line) == text)
  }

  @Test func aGroupThatTakesNoPartHasNoText() throws {
    let expression = try #require(LineExpression("(a)|b"))
    #expect(expression.text(in: "b") == nil && expression.text(in: "c") == nil)
  }

  /// What the C library would understand in another way than Perl, or not at all.
  @Test(arguments: [
    "(", "[a", "a{", "a{1", "a{2,1}", "*a", "(?:a)", "(?i)a", "a*?", "a+?", "a??", "a{2}?", "a++",
    #"(a)\1"#, #"\x41"#, #"\n"#, #"[\x41]"#, #"[a\]]"#, #"a\"#, "a{99999}", "((a{99}){99}){99}",
    String(repeating: "(", count: 1_000) + String(repeating: ")", count: 1_000),
    "a\0b",
  ])
  func anExpressionOfAnotherKindIsRefused(_ pattern: String) {
    #expect(LineExpression(pattern) == nil)
  }

  /// Matching by trial would take 2 to the power of the length of the line.
  @Test(arguments: [
    "(a*)*b", "(a|aa)+$b", "((a+)+)+b", "(a|a)*b", "(.*)(.*)(.*)(.*)b", "(a?){40}b",
  ])
  func noExpressionTakesForeverOnALongLine(_ pattern: String) throws {
    let line = String(repeating: "a", count: 4_096)
    #expect(try #require(LineExpression(pattern)).text(in: line) == nil)
  }
}
