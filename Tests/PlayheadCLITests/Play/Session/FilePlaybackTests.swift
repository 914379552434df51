import Foundation
import Locking
import PlayheadKit
import TestEnvironment
import Testing

@testable import PlayheadCLI

@Suite struct FilePlaybackTests {
  private static let file = Repository.sample("bbb_small.mp4")

  /// Settings that another thread seems to change just after they were first read during playback.
  private final class ChangingSettings: Sendable {
    private struct State {
      var settings: TransportSettings
      var playback: FilePlayback?
    }

    private let state: Locked<State>

    init(_ settings: TransportSettings) {
      state = Locked(State(settings: settings))
    }

    func change(_ playback: FilePlayback) {
      state.withLock { $0.playback = playback }
    }

    func read() -> TransportSettings {
      let (settings, playback) = state.withLock { state in
        let isStarted = state.playback?.isStarted == true
        return (state.settings, isStarted ? state.playback.take() : nil)
      }
      if let playback {
        state.withLock { $0.settings.setPaused(true) }
        playback.applySettings()
      }
      return settings
    }
  }

  @Test func aKeyThatPausesWhilePlaybackBeginsIsNotLost() throws {
    var options = PlayOptions()
    options.isQuiet = true
    let clock = ManualHostClock()
    let settings = ChangingSettings(TransportSettings(options))
    let playback = FilePlayback(
      PlayedItem(file: Self.file, number: 1), Player(path: Self.file, clock: clock), from: .zero,
      to: nil, lasting: .zero, beginning: .whenOpen, options: options, remaining: nil,
      writer: try RecordWriter(options), cues: CueRunner(above: nil, writingTo: .stderr),
      display: nil, settings: { settings.read() }, started: {}, readToEnd: {})
    settings.change(playback)
    let reason = playback.run { _ in
      // No further step is scheduled, because playback is paused.
      if !clock.runNextStep() { playback.stop(.quit) }
      return true
    }
    #expect(reason == .quit)
  }
}
