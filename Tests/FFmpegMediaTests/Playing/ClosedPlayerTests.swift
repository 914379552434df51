import Dispatch
import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Closing a player while its worker waits for bytes that never come.
@Suite struct ClosedPlayerTests {
  enum Obstacle: CaseIterable {
    case fifoWithoutAWriter
    case fifoWhoseWriterIsSilent
    case pipeThatFallsSilent
    case serverThatDoesNotAnswer
    case serverThatStopsWhileItIsOpened
    case serverThatStopsWhileItIsPlayed
    case fileThatIsFollowed
  }

  /// Seconds until a test fails. Only closing ends the block, so this merely has to be longer than
  /// a loaded machine needs.
  private static let patience = 20

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Creates an opener, and an object that must live as long.
  private func makeOpener(_ obstacle: Obstacle) throws -> (LocatedMedia, Any) {
    let film = try Repository.sampleBytes("bbb_start3600.ts")
    switch obstacle {
    case .fifoWithoutAWriter:
      return (LocatedMedia(path: try directory.makeFIFO("live.ts")), directory)
    case .fifoWhoseWriterIsSilent:
      let path = try directory.makeFIFO("live.ts")
      // Opening for reading and writing does not block.
      return (LocatedMedia(path: path), Foundation.open(path, O_RDWR))
    case .pipeThatFallsSilent:
      let pipe = try BytePipe()
      pipe.write(film, thenCloses: false)
      return (pipe.opener, pipe)
    case .serverThatDoesNotAnswer:
      let listener = try LoopbackListener()
      return (LocatedMedia(path: "http://127.0.0.1:\(listener.port)/a.ts"), listener)
    case .serverThatStopsWhileItIsOpened, .serverThatStopsWhileItIsPlayed:
      var conduct = MediaServer.Conduct(staysOpen: true)
      conduct.servesRanges = false
      conduct.breaksAfter = obstacle == .serverThatStopsWhileItIsOpened ? 2_000 : film.count - 2_000
      let server = try MediaServer(film, conduct)
      return (LocatedMedia(path: server.url("a.ts")), server)
    case .fileThatIsFollowed:
      // The file ends within a packet, so reading waits.
      let path = try directory.write(film.dropLast(100), to: "growing.ts")
      return (LocatedMedia(path: path, following: FileFollowing()), directory)
    }
  }

  @Test(arguments: Obstacle.allCases)
  func closingEndsReadingAndPublishersImmediately(_ obstacle: Obstacle) throws {
    let (opener, holder) = try makeOpener(obstacle)
    let media = WatchedMedia(opener)
    let player = Player(media: media)
    let queue = DispatchQueue(label: "delivery")
    let (completed, statusCompleted) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(
      onCompletion: { _ in completed.signal() })
    let statuses = RecordingSubscriber<Player.Status, Never>(
      onCompletion: { _ in statusCompleted.signal() })
    player.statusPublisher(queue: nil).subscribe(statuses)
    player.progressPublisher(interval: .milliseconds(5), queue: queue).subscribe(recorder)
    player.setRate(Rate(16, 1))
    #expect(
      media.isBlocked(within: Self.patience),
      "\(obstacle): \(statuses.values), \(recorder.values.suffix(2))")

    // The queue is held, so no value is being delivered while the player closes.
    let count = queue.sync {
      player.close()
      return recorder.values.count
    }
    #expect(media.ends(within: Self.patience))
    #expect(completed.wait(timeout: .now() + .seconds(Self.patience)) == .success)
    #expect(statusCompleted.wait(timeout: .now() + .seconds(Self.patience)) == .success)
    queue.sync {}
    #expect(recorder.values.count == count)
    #expect(recorder.violations.isEmpty && statuses.violations.isEmpty)
    #expect(!statuses.values.contains { if case .failed = $0 { true } else { false } })
    withExtendedLifetime(holder) {}
  }

  /// Closing does not wait until opening returns.
  @Test func closingReturnsWhileTheWorkerIsBlocked() throws {
    let (opener, holder) = try makeOpener(.fifoWhoseWriterIsSilent)
    let stubborn = StubbornMedia(opener)
    let player = Player(media: stubborn)
    player.beginLoading()
    stubborn.isOpening.wait()
    player.close()
    // `close()` has returned; opening still waits for `mayReturn`.
    #expect(!stubborn.hasReturned)
    stubborn.mayReturn.signal()
    withExtendedLifetime(holder) {}
  }
}

/// Media whose opening returns only when the test allows it.
private final class StubbornMedia: MediaOpener {
  let name: String
  let isOpening = DispatchSemaphore(value: 0)
  let mayReturn = DispatchSemaphore(value: 0)
  private let returns = Counter()
  private let opener: LocatedMedia

  init(_ opener: LocatedMedia) {
    self.opener = opener
    name = opener.name
  }

  var hasReturned: Bool { returns.value > 0 }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    isOpening.signal()
    defer {
      mayReturn.wait()
      returns.increment()
    }
    return try opener.open(interruption: interruption)
  }
}
