import Foundation
import PlayheadKit
import Testing

@Suite struct LocalizedErrorTests {
  @Test func theLocalizedDescriptionIsTheCommandsMessage() async throws {
    let player = Player(path: "/nowhere/missing.mp4")
    let error = try await #require(throws: (any Error).self) { try await player.load() }
    #expect(error.localizedDescription == "\(error)")
    #expect(error.localizedDescription == "/nowhere/missing.mp4: No such file or directory")
  }
}
