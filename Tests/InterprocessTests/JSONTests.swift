import PlayheadTestEnvironment
import Testing

@testable import PlayheadInterprocess

@Suite struct JSONTests {
  private func parse(_ text: String) -> MPVNode? { JSONParser.parse(Array(text.utf8)[...]) }

  private func rewritten(_ text: String) -> String? {
    parse(text).map { String(decoding: $0.json, as: UTF8.self) }
  }

  /// Each line is a request to mpv 0.35.1, with the value as it came back.
  @Test(arguments: [
    ("0x10", "16"), ("1e3", "1000.000000"), ("1.", "1.000000"), ("010", "8"), ("-1", "-1"),
    ("-0", "0"), ("-0.0", "-0.000000"), ("0.1234567", "0.123457"), ("1.5", "1.500000"),
    ("9223372036854775807", "9223372036854775807"),
    ("99999999999999999999", "100000000000000000000.000000"),
    ("12345678901234567.5", "12345678901234568.000000"), ("0x1.8p1", "3.000000"),
    ("null", "null"), ("true", "true"), ("[1,]", "[1]"), (#"{"a":1,}"#, #"{"a":1}"#),
    (#"{"b":[1,{"c":null}],"a":"x"}"#, #"{"b":[1,{"c":null}],"a":"x"}"#), ("{a=1}", #"{"a":1}"#),
    ("{_a1:1}", #"{"_a1":1}"#), (" [ 1 , 2 ] trailing", "[1,2]"), ("\"a\tb\"", #""a\tb""#),
    (#""\u00e9\ud83d\ude00\n\"\\\/\b\f\r\u0001""#, "\"é😀\\n\\\"\\\\/\\b\\f\\r\\u0001\""),
    (#""a\u0000b""#, #""a""#), ("{}x", "{}"),
  ])
  func valuesAreReadAndPrintedAsMPVDoes(_ text: String, _ printed: String) {
    #expect(rewritten(text) == printed)
  }

  @Test(.enabled(if: CommaLocale.isAvailable, "there is no localedef"))
  func theLocaleOfTheProgramDoesNotCount() async {
    await #expect(processExitsWith: .success) {
      try #require(try CommaLocale.begin())
      #expect(JSONTests().rewritten("[1.5,-0.25,1e3]") == "[1.500000,-0.250000,1000.000000]")
    }
  }

  @Test(arguments: [
    "", ".5", "+5", "nan", "inf", "1e400", "1_000", "-", "0b11", "[1,,2]", "[,1]", "{,}",
    "{1:2}", "{'a':1}", #"{"a" 1}"#, #""\x""#, #""\ud83d""#, #""\ud83dx""#, #""\u00g9""#, "\"a",
    "[1 /* comment */]", "{co-mm:1}", "[", "{", "{\"a\":", "{\"a\":1",
  ])
  func whatMPVRefusesIsRefused(_ text: String) {
    #expect(parse(text) == nil)
  }

  @Test func nestingIsLimitedAsInMPV() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(parse(nested(50)) != nil)
    #expect(parse(nested(51)) == nil)
    #expect(parse(nested(1_000_000)) == nil)
  }

  @Test(arguments: [[0xFF, 0x41], [0xED, 0xA0, 0x80], [0xC3], [0xF4, 0x8F, 0xBE, 0x80]])
  func bytesThatAreNoTextComeBackAsTheyWere(_ bytes: [UInt8]) {
    let quoted = [0x22] + bytes + [0x22]
    #expect(JSONParser.parse(quoted[...])?.json == quoted)
  }

  @Test func whateverIsWrittenIsReadBack() {
    var random = SplitMix64(seed: 20)
    for _ in 0..<300 {
      let value = MPVNode.random(depth: 4, using: &random)
      #expect(JSONParser.parse(value.json[...]) == value)
    }
  }

  @Test func randomBytesAreParsedOrRefused() {
    var random = SplitMix64(seed: 21)
    let alphabet = Array("{}[]\",:=\\u0019aftn- .e+x#".utf8) + [0, 0xFF, 10]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      guard let value = JSONParser.parse(bytes[...]) else { continue }
      #expect(JSONParser.parse(value.json[...]) != nil)
    }
  }
}

extension MPVNode {
  fileprivate static func random(depth: Int, using random: inout SplitMix64) -> MPVNode {
    let count = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .int(.random(in: .min ... .max, using: &random))
    case 3: return .double(Double(Int.random(in: -9_999...9_999, using: &random)) / 4)
    case 4:
      return .string(
        String((0..<count).map { _ in "a\"\\\n\u{1}é😀/".randomElement(using: &random) ?? "b" }))
    case 5: return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      return .object(
        (0..<count).map { Member("k\($0)", .random(depth: depth - 1, using: &random)) })
    }
  }
}
