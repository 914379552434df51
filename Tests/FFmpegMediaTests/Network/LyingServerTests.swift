import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Movies whose headers have extreme numbers, from servers that declare wrong lengths: each is read or
/// refused, and no number ends the process.
///
/// A run examines some numbers, the same in each run; `scripts/search fields` examines all.
@Suite struct LyingServerTests {
  private static let share = 200
  private static let threadCount = 16
  private static let greatestCount = 100_000

  private static func cases() throws -> [FieldFile.Case] {
    let all = try FieldFile.movies().flatMap(\.cases)
    var generator = SplitMix64(seed: 10)
    return Array(all.shuffled(using: &generator).prefix(TestEffort.rounds(share)))
  }

  /// Several cases at once, because FFmpeg waits before it asks a server again for missing bytes.
  @Test func anyNumberInAMovieIsReadFromAnyServer() async throws {
    await #expect(processExitsWith: .success) {
      let cases = try LyingServerTests.cases()
      let group = DispatchGroup()
      for first in 0..<LyingServerTests.threadCount {
        group.enter()
        Thread.detachNewThread {
          for index in stride(from: first, to: cases.count, by: LyingServerTests.threadCount) {
            LyingServerTests.examine(cases[index], server: index)
          }
          group.leave()
        }
      }
      group.wait()
    }
  }

  private static func examine(_ one: FieldFile.Case, server number: Int) {
    let body = one.bytes
    let conducts = MediaServer.Conduct.all(length: body.count)
    // The last ones are seen if the process ends.
    print("\(one.name), server \(number % conducts.count)")
    // The process ends if nothing has begun for this long.
    alarm(60)
    guard let server = try? MediaServer(body, conducts[number % conducts.count]) else { return }
    let opener = LocatedMedia(path: server.url(one.file.name))
    guard let source = try? opener.open(for: .report(.index), interruption: Interruption())
    else { return }
    _ = source.readDeclarations()
    var count = 0
    while count < greatestCount, (try? source.readPacket()) != nil { count += 1 }
  }
}
