import Foundation
import Testing

@testable import PlayheadMedia

@Suite struct JoinedTagsTests {
  private func text(_ tags: [(String, String)]) throws -> String {
    let joined = JoinedTags(tags.map { MediaTag(key: $0.0, value: $0.1) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(joined), as: UTF8.self)
  }

  /// JSON permits a key once, files several times.
  @Test func theValuesOfARepeatedKeyAreJoinedInOrder() throws {
    #expect(
      try text([("artist", "B"), ("title", "x; y"), ("artist", "A"), ("artist", "B")])
        == #"{"artist":"B; A; B","title":"x; y"}"#)
    #expect(try text([]) == "{}" && text([("", ""), ("", "")]) == #"{"":"; "}"#)
    // Keys differ in their case.
    #expect(try text([("A", "1"), ("a", "2")]) == #"{"A":"1","a":"2"}"#)
  }
}
