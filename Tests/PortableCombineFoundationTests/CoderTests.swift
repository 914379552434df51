import Foundation
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct CoderTests {
  struct MediaTrack: Codable, Equatable {
    var name: String
    var seconds: Double
  }

  private func roundTrip<E: TopLevelEncoder, D: TopLevelDecoder>(
    _ encoder: E, _ decoder: D
  ) throws -> MediaTrack where E.Output == Data, D.Input == Data {
    try decoder.decode(MediaTrack.self, from: encoder.encode(MediaTrack(name: "a", seconds: 1.5)))
  }

  @Test func jsonAndPropertyListsRoundTrip() throws {
    #expect(try roundTrip(JSONEncoder(), JSONDecoder()) == MediaTrack(name: "a", seconds: 1.5))
    #expect(
      try roundTrip(PropertyListEncoder(), PropertyListDecoder())
        == MediaTrack(name: "a", seconds: 1.5))
  }
}
