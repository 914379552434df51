import MediaPlayer
import PlayheadInterprocess
import Testing

@testable import PlayheadRemoteControl

/// What `MPNowPlayingInfoCenter` shows.
@Suite struct NowPlayingInfoTests {
  private let stage = RemoteStage()

  @Test func theInformationIsTheMetadata() {
    stage.center.nowPlayingInfo = [
      MPMediaItemPropertyTitle: "A Song", MPMediaItemPropertyArtist: "One; Two",
      MPMediaItemPropertyAlbumTitle: "Songs", MPMediaItemPropertyPlaybackDuration: 12.5,
      MPMediaItemPropertyAlbumTrackNumber: 7,
      MPNowPlayingInfoPropertyAssetURL: URL(fileURLWithPath: "/music/a song.ogg"),
    ]
    #expect(
      stage.metadata == [
        "mpris:trackid": .path("/playhead/track/1/1"), "mpris:length": .int64(12_500_000),
        "xesam:title": .text("A Song"), "xesam:artist": .texts(["One; Two"]),
        "xesam:album": .text("Songs"), "xesam:trackNumber": .int32(7),
        "xesam:url": .text("file:///music/a%20song.ogg"),
      ])
    #expect(stage.get("Identity", of: .application) == .text("Program"))
    stage.center.nowPlayingInfo = nil
    #expect(stage.metadata == [:] && stage.get("PlaybackStatus") == .text("Stopped"))
  }

  @Test func numbersMayHaveAnyType() {
    for number in [3 as Any, 3.0, 3 as Float, NSNumber(value: 3), 3 as CGFloat, UInt8(3)] {
      stage.center.nowPlayingInfo = [MPMediaItemPropertyPlaybackDuration: number]
      #expect(stage.metadata["mpris:length"] == .int64(3_000_000), "\(type(of: number))")
    }
    for number in ["3" as Any, Double.nan, Double.infinity, Double?.none as Any] {
      stage.center.nowPlayingInfo = [
        MPMediaItemPropertyPlaybackDuration: number,
        MPNowPlayingInfoPropertyPlaybackRate: number,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: number,
        MPMediaItemPropertyDiscNumber: number,
      ]
      #expect(stage.metadata["mpris:length"] == nil)
    }
  }

  @Test func thePositionFollowsFromTheElapsedTimeAndTheRate() {
    var info: [String: Any] = [
      MPMediaItemPropertyTitle: "A", MPMediaItemPropertyPlaybackDuration: 20,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: 10.0, MPNowPlayingInfoPropertyPlaybackRate: 2.0,
    ]
    stage.center.nowPlayingInfo = info
    #expect(stage.takeSignals().seeked == [10_000])
    stage.advance(milliseconds: 1_500)
    #expect(stage.position == 13_000)
    stage.advance(milliseconds: 10_000)
    #expect(stage.position == 20_000)
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 4
    info[MPNowPlayingInfoPropertyPlaybackRate] = 0
    stage.center.nowPlayingInfo = info
    let signals = stage.takeSignals()
    #expect(signals.seeked == [4_000] && signals.changed["PlaybackStatus"] == .text("Paused"))
    stage.advance(milliseconds: 1_000)
    #expect(stage.position == 4_000)
  }

  @Test func withoutARateTheItemPlaysAtOne() {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    #expect(stage.get("PlaybackStatus") == .text("Playing") && stage.get("Rate") == .double(1))
    stage.advance(milliseconds: 700)
    #expect(stage.position == 700)
  }

  @Test func aPausedItemHasTheDefaultRate() {
    stage.center.nowPlayingInfo = [
      MPNowPlayingInfoPropertyPlaybackRate: 0, MPNowPlayingInfoPropertyDefaultPlaybackRate: 1.5,
    ]
    #expect(stage.get("PlaybackStatus") == .text("Paused") && stage.get("Rate") == .double(1.5))
  }

  @Test func thePlaybackStateIsTheStatusAndStopsThePosition() {
    #expect(stage.center.playbackState == .unknown)
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    stage.advance(milliseconds: 1_000)
    for (state, status) in [
      (MPNowPlayingPlaybackState.paused, "Paused"), (.interrupted, "Paused"),
      (.stopped, "Stopped"),
    ] {
      stage.center.playbackState = state
      stage.advance(milliseconds: 1_000)
      #expect(stage.position == 1_000 && stage.get("PlaybackStatus") == .text(status))
    }
    stage.center.playbackState = .playing
    stage.advance(milliseconds: 500)
    #expect(stage.position == 1_500 && stage.get("PlaybackStatus") == .text("Playing"))
  }

  @Test func anotherTitleIsAnotherTrackFromItsStart() {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    stage.advance(milliseconds: 1_000)
    _ = stage.takeSignals()
    // More is known of the same item.
    stage.center.nowPlayingInfo?[MPMediaItemPropertyArtist] = "B"
    #expect(stage.position == 1_000 && stage.takeSignals().seeked == [])
    let first = stage.metadata["mpris:trackid"]
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "C"]
    #expect(stage.position == 0)
    #expect(stage.takeSignals().changed["Metadata"] != nil)
    #expect(stage.metadata["mpris:trackid"] != first)
  }

  @Test func anotherRateIsSignalledWithThePosition() {
    func info(_ elapsed: Double, _ rate: Double) -> [String: Any] {
      [
        MPNowPlayingInfoPropertyElapsedPlaybackTime: elapsed,
        MPNowPlayingInfoPropertyPlaybackRate: rate,
      ]
    }
    stage.center.nowPlayingInfo = info(0, 1)
    stage.advance(milliseconds: 1_000)
    _ = stage.takeSignals()
    stage.center.nowPlayingInfo = info(1, 2)
    #expect(stage.takeSignals().seeked == [1_000])
    stage.center.nowPlayingInfo = info(1, -1)
    stage.advance(milliseconds: 500)
    #expect(stage.position == 1_000)
  }

  @Test(arguments: [0, -1])
  func aDurationThatIsNotPositiveIsUnknown(duration: Int) {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyPlaybackDuration: duration]
    stage.advance(milliseconds: 500)
    #expect(stage.metadata["mpris:length"] == nil && stage.position == 500)
  }

  @Test func steadyPlaybackSendsNothing() {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    _ = stage.takeSignals()
    stage.advance(milliseconds: 5_000)
    #expect(stage.takeSignals().isEmpty)
    // The same description changes nothing.
    stage.center.nowPlayingInfo = [
      MPMediaItemPropertyTitle: "A", MPNowPlayingInfoPropertyElapsedPlaybackTime: 5.0,
    ]
    #expect(stage.takeSignals().isEmpty)
  }
}
