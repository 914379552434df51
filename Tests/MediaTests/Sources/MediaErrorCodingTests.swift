import Foundation
import PlayheadMedia
import Testing

@Suite struct MediaErrorCodingTests {
  @Test func anErrorIsDecodedWithAllItsParts() throws {
    for reason in MediaError.Reason.allCases {
      let error = MediaError(
        .seek, of: "a.mp4", reason: reason, code: -5, detail: "Input/output error")
      let data = try JSONEncoder().encode(error)
      #expect(try JSONDecoder().decode(MediaError.self, from: data) == error)
    }
  }

  @Test func anEncodedErrorHasTheMessageOfTheCommand() throws {
    let error = MediaError(.open, of: "missing.mp4", reason: .notFound)
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(error))
    let members = try #require(object as? [String: Any])
    #expect(members["message"] as? String == "missing.mp4: No such file or directory")
    #expect(members["reason"] as? String == "not-found")
    #expect(members["file"] as? String == "missing.mp4")
  }
}
