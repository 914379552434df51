import Foundation
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct CoderTests {
  struct Track: Codable, Equatable {
    var name: String
    var seconds: Double
  }

  private func roundTrip<E: TopLevelEncoder, D: TopLevelDecoder>(
    _ encoder: E, _ decoder: D
  ) throws -> Track where E.Output == Data, D.Input == Data {
    try decoder.decode(Track.self, from: encoder.encode(Track(name: "a", seconds: 1.5)))
  }

  @Test func jsonAndPropertyListsRoundTrip() throws {
    #expect(try roundTrip(JSONEncoder(), JSONDecoder()) == Track(name: "a", seconds: 1.5))
    #expect(
      try roundTrip(PropertyListEncoder(), PropertyListDecoder()) == Track(name: "a", seconds: 1.5))
  }
}
