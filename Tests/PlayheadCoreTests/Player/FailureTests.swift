import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Media that cannot be read: the error is reported once, and reading ends.
@Suite struct FailureTests {
  private static let error = MediaError(.read, of: "fake", reason: .damaged)

  /// Video that reports its start with its first packet only. Each attempt to read beyond a number of
  /// frames fails.
  private func media(readableFrames count: Int) -> FakeMedia {
    let track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    let info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    let failures = Array(repeating: FakeMedia.Step.failure(Self.error), count: 1_000)
    return FakeMedia(info: info, steps: FakeMedia.frames(0..<count) + failures)
  }

  private enum Action: CaseIterable {
    case play, load, seekAndPlay, seekToKeyframeAndPlay, step, loopAndPlay
  }

  private func carryOut(_ action: Action, on player: Player) {
    switch action {
    case .play: player.play()
    case .load: player.beginLoading()
    case .seekAndPlay:
      player.beginSeek(to: .milliseconds(60))
      player.play()
    case .seekToKeyframeAndPlay:
      player.beginSeek(to: .milliseconds(60), tolerance: .keyframe)
      player.play()
    case .step: player.beginStep(byCount: 3)
    case .loopAndPlay:
      player.setLoop(PlaybackLoop())
      player.play()
    }
  }

  @Test(arguments: [0, 1, 2, 10])
  func aFailureIsReportedOnceAndEndsReading(readableFrames count: Int) {
    for action in Action.allCases {
      let stage = Stage(media(readableFrames: count))
      let recorder = stage.record()
      let failures = Locked(0)
      let watching = stage.player.statusPublisher(queue: nil).sink { status in
        if status == .failed(Self.error) { failures.withLock { $0 += 1 } }
      }
      carryOut(action, on: stage.player)
      stage.advance(milliseconds: 1_000)
      stage.play(milliseconds: 60_000)
      #expect(failures.withLock { $0 } == 1, "\(action)")
      #expect(recorder.values.count { $0.state == .failed } <= 1, "\(action)")
      #expect(stage.player.playbackState == .failed, "\(action)")
      #expect(!stage.clock.advanceToNext(), "\(action)")
      watching.cancel()
    }
  }

  @Test func aFailedPlayerReleasesItsMedia() {
    let media = WatchedOpener(opener: media(readableFrames: 10))
    let clock = ManualHostClock()
    let player = Player(media: media, clock: clock)
    player.play()
    clock.advance(by: .milliseconds(100))
    #expect(media.source.withLock { $0.value } != nil)
    clock.advance(by: .seconds(1))
    #expect(player.playbackState == .failed)
    #expect(media.source.withLock { $0.value } == nil)
    player.close()
  }
}

/// Opens media and keeps a weak reference to the opened source.
private final class WatchedOpener: MediaOpener {
  struct Reference: Sendable {
    weak var value: (any MediaSource & Sendable)?
  }

  let name = "fake"
  let source = Locked(Reference())
  private let opener: FakeMedia

  init(opener: FakeMedia) {
    self.opener = opener
  }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    let opened = Source(source: try opener.open(interruption: interruption))
    source.withLock { $0.value = opened }
    return opened
  }

  /// Unchecked: one worker owns it.
  private final class Source: MediaSource, @unchecked Sendable {
    private let source: any MediaSource

    init(source: any MediaSource) {
      self.source = source
    }

    var info: MediaInfo { source.info }

    func read() throws(MediaError) -> MediaRead { try source.read() }

    func seek(to time: MediaTime) throws(MediaError) { try source.seek(to: time) }
  }
}
