import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Errors in a local file during playback, on the manual clock. The player plays the media read
/// before the error, then fails, and its played ranges and times stay correct.
@Suite struct FailingPlayerTests {
  private let directory: TemporaryDirectory
  private let clock = ManualHostClock()
  private let film = MatroskaFile(tracks: [(.video, 0..<20_000), (.audio, 0..<20_000)])
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write(film.bytes, to: "film.mkv")
  }

  private func failure(_ player: Player) -> MediaError? {
    if case .failed(let error) = player.status { error } else { nil }
  }

  /// The cut is beyond the read-ahead.
  @Test func aTruncatedFilePlaysUpToTheCutAndFails() throws {
    let player = Player(media: LocatedMedia(path: path), clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(1))
    truncate(path, off_t(film.byteOffset(ofSecond: 15)))
    clock.advance(by: .seconds(13))
    #expect(player.playbackState == .playing && player.status == .readyToPlay)
    clock.advance(by: .seconds(10))
    let error = try #require(failure(player))
    #expect(error.operation == .read && error.reason == .truncated && error.name == path)
    #expect(player.playbackState == .failed && player.currentTime() == .seconds(15))
    #expect(player.playedRanges == [.zero..<(.seconds(15))])
    #expect(player.playedTime == .seconds(15) && player.stalledTime == .zero)
    #expect(recorder.values.map(\.cause) == [.started, .failed])
    #expect(recorder.values.last?.position == .seconds(15))
  }

  /// Simulates a disk that cannot be read in one place.
  @Test(arguments: [MediaError.Reason.other, .damaged])
  func aReadErrorFailsThePlayerOnceReached(_ reason: MediaError.Reason) throws {
    let media = FailingMedia(LocatedMedia(path: path), reason: reason, atSecond: 12)
    let player = Player(media: media, clock: clock)
    player.play()
    clock.advance(by: .seconds(2))
    player.beginSeek(to: .seconds(9))
    clock.advance(by: .seconds(1))
    #expect(failure(player) == nil && player.currentTime() == .seconds(10))
    clock.advance(by: .seconds(10))
    #expect(failure(player) == MediaError(.read, of: path, reason: reason))
    #expect(player.currentTime() == .seconds(12))
    #expect(player.playedRanges == [.zero..<(.seconds(2)), .seconds(9)..<(.seconds(12))])
  }

  /// The error is reported when the playhead reaches it, however long that takes.
  @Test func aReadErrorAheadOfAPausedPlayheadIsNotReported() {
    let media = FailingMedia(LocatedMedia(path: path), reason: .other, atSecond: 3)
    let player = Player(media: media, clock: clock)
    player.play()
    clock.advance(by: .seconds(1))
    player.pause()
    clock.advance(by: .seconds(3_600))
    #expect(failure(player) == nil && player.currentTime() == .seconds(1))
    player.play()
    clock.advance(by: .seconds(2))
    #expect(failure(player)?.reason == .other && player.currentTime() == .seconds(3))
    #expect(player.playedRanges == [.zero..<(.seconds(3))])
  }

  /// Otherwise playback would run through a year without media.
  @Test func aClusterWithAnAbsurdTimeIsNotWaitedFor() throws {
    var film = film
    film.clusterTimes[7] = 365 * 86_400_000
    let player = Player(
      media: LocatedMedia(path: try directory.write(film.bytes, to: "a.mkv")), clock: clock)
    player.play()
    clock.advance(by: .seconds(60))
    #expect(player.playbackState == .ended && player.currentTime() == .seconds(20))
    #expect(player.duration == MediaDuration(time: .seconds(20), isExact: true))
    #expect(player.playedRanges == [.zero..<(.seconds(20))] && player.stalledTime == .zero)
  }

  /// An open file stays readable after its name is removed.
  @Test func aDeletedFilePlaysToItsEnd() {
    let player = Player(media: LocatedMedia(path: path), clock: clock)
    player.play()
    clock.advance(by: .seconds(1))
    unlink(path)
    player.beginSeek(to: .seconds(18))
    clock.advance(by: .seconds(1))
    player.beginSeek(to: .zero)
    clock.advance(by: .seconds(30))
    #expect(player.playbackState == .ended && player.currentTime() == .seconds(20))
    #expect(player.playedRanges == [.zero..<(.seconds(20))])
  }
}

/// Media that cannot be read from a given second on.
private struct FailingMedia: MediaOpener {
  let name: String
  private let opener: LocatedMedia
  private let reason: MediaError.Reason
  private let second: Int64

  init(_ opener: LocatedMedia, reason: MediaError.Reason, atSecond second: Int64) {
    self.opener = opener
    self.reason = reason
    self.second = second
    name = opener.name
  }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    Source(
      source: try opener.open(interruption: interruption),
      error: MediaError(.read, of: name, reason: reason), place: .seconds(second))
  }

  private final class Source: MediaSource {
    private let source: any MediaSource
    private let error: MediaError
    private let place: MediaTime

    init(source: any MediaSource, error: MediaError, place: MediaTime) {
      self.source = source
      self.error = error
      self.place = place
    }

    var info: MediaInfo { source.info }

    func read() throws(MediaError) -> MediaRead {
      let read = try source.read()
      if case .packet(let packet) = read, let ticks = packet.presentationTicks,
        info.tracks[packet.track].time(ofTicks: ticks) >= place
      {
        throw error
      }
      return read
    }

    func seek(to time: MediaTime) throws(MediaError) {
      try source.seek(to: time)
    }
  }
}
