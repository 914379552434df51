import PlayheadFFmpeg
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Tracks that begin late or end early: seeks are exact, and playback continues without them.
@Suite struct LateTrackTests {
  struct TwoTracks: CustomTestStringConvertible {
    let testDescription: String
    let video: Range<Int64>
    let audio: Range<Int64>

    func write(in directory: TemporaryDirectory) throws -> LocatedMedia {
      let file = MatroskaFile(tracks: [(.video, video), (.audio, audio)])
      return LocatedMedia(path: try directory.write(file.bytes, to: "a.mkv"))
    }
  }

  static let media = [
    TwoTracks(testDescription: "together", video: 0..<10_000, audio: 0..<10_000),
    TwoTracks(testDescription: "late sound", video: 0..<10_000, audio: 6_000..<10_000),
    TwoTracks(testDescription: "late video", video: 6_000..<10_000, audio: 0..<10_000),
    TwoTracks(testDescription: "sound that ends", video: 0..<10_000, audio: 0..<2_000),
    TwoTracks(testDescription: "video that ends", video: 0..<2_000, audio: 0..<10_000),
    TwoTracks(testDescription: "a short sound", video: 0..<10_000, audio: 4_000..<5_000),
    TwoTracks(testDescription: "one after the other", video: 0..<4_000, audio: 6_000..<10_000),
  ]
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(arguments: media) func seeksAreExact(_ media: TwoTracks) throws {
    let source = try media.write(in: directory).open(interruption: Interruption())
    let all = try source.readAll()
    #expect(all.count == (media.video.count + media.audio.count) / 40)
    for target in [9_960, 2_000, 0, 5_999, 6_000, 4_020, 1_980, 9_000, 5_000, 40] as [Int64] {
      try source.seek(to: .milliseconds(target))
      let rest = try source.readAll()
      for (track, times) in [media.video, media.audio].enumerated() {
        let rest = rest.filter { $0.track == track }
        #expect(
          rest.map(\.presentationTicks)
            == stride(
              from: times.upperBound - Int64(rest.count) * 40, to: times.upperBound, by: 40
            ).map { $0 })
        let first = times.upperBound - Int64(rest.count) * 40
        #expect(first <= target || first == times.lowerBound || times.upperBound <= target)
      }
    }
  }

  @Test(arguments: media) func playbackContinuesWithoutTheMissingTrack(_ media: TwoTracks) throws {
    let clock = ManualHostClock()
    let player = Player(media: try media.write(in: directory), clock: clock)
    player.play()
    clock.advance(by: .seconds(3))
    #expect(player.currentTime() == .seconds(3))
    clock.advance(by: .seconds(7))
    #expect(player.playbackState == .ended && player.currentTime() == .seconds(10))
    #expect(player.duration == MediaDuration(time: .seconds(10), isExact: true))
    #expect(player.stalledTime == .zero)
    #expect(player.playedRanges == [.zero..<(.seconds(10))])
  }

  @Test(arguments: media) func seeksDuringPlaybackAreExact(_ media: TwoTracks) throws {
    let clock = ManualHostClock()
    let player = Player(media: try media.write(in: directory), clock: clock)
    player.play()
    clock.advance(by: .seconds(1))
    for milliseconds in [5_500, 9_000, 2_500, 4_500, 0, 7_000] as [Int64] {
      player.beginSeek(to: .milliseconds(milliseconds))
      clock.advance(by: .milliseconds(500))
      #expect(player.currentTime() == .milliseconds(milliseconds + 500))
    }
    clock.advance(by: .seconds(4))
    #expect(player.playbackState == .ended && player.currentTime() == .seconds(10))
    #expect(player.stalledTime == .zero)
  }
}
