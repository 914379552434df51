import Foundation
import PlayheadLocking
import PlaybackSession
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFormatting
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
@testable import PlayheadRecords

@Suite struct FilePlaybackTests {
  private static let file = Repository.sample("bbb_small.mp4")

  /// Plays one file, and pauses while playback begins, as if by a key.
  private final class Supervisor: PlayerQueueSupervisor {
    private struct State {
      var playback: FilePlayback?
      var settings: SessionSettings
      var reason: EndReason?
    }

    private let session: RecordingSession<FilePlayback>
    private let queue: PlayerQueue
    private let state: Locked<State>

    init(_ queue: PlayerQueue, _ options: PlayOptions) throws {
      self.queue = queue
      session = try RecordingSession(options)
      state = Locked(State(settings: SessionSettings(options)))
    }

    var reason: EndReason? { state.withLock { $0.reason } }

    /// Settings that another thread seems to change just after they were first read during playback.
    private func readSettings() -> SessionSettings {
      let (settings, isFirst) = state.withLock { state in
        let isFirst = state.playback?.isStarted == true && !state.settings.isPaused
        defer { if isFirst { state.settings.setPaused(true) } }
        return (state.settings, isFirst)
      }
      if isFirst { queue.setRate(.paused) }
      return settings
    }

    func begin(_ player: Player, of entry: PlayerQueue.Entry) {
      let playback = FilePlayback(
        PlayedItem(file: FilePlaybackTests.file, number: 1), of: entry, (player, FileRange()),
        in: session, settings: { [unowned self] in readSettings() },
        ended: { [unowned self] _, outcome in state.withLock { $0.reason = outcome.reason } })
      state.withLock { $0.playback = playback }
    }

    func prepare(_ player: Player, isScheduled: Bool) {
      let playback = state.withLock { $0.playback }
      playback?.begin(isScheduled: isScheduled)
      let file = SessionFile(
        PlayerQueue.Entry(player), player: player, start: .zero, end: nil, locate: { _ in .zero })
      file.apply(readSettings(), hasSound: false)
    }

    func didStart(_ player: Player) {}

    func fail(_ error: any Error, of entry: PlayerQueue.Entry, _ player: Player?) {}

    func finish() {}

    func quit() {
      state.withLock { $0.playback }?.stop(.quit)
    }
  }

  @Test func aKeyThatPausesWhilePlaybackBeginsIsNotLost() throws {
    var options = PlayOptions()
    options.isQuiet = true
    options.isInstant = true
    let clock = ManualHostClock()
    let queue = PlayerQueue(supervising: [], preloading: .never, clock: clock)
    queue.append([PlayerQueue.Entry { Player(path: Self.file, clock: clock) }])
    queue.play()
    let supervisor = try Supervisor(queue, options)
    queue.supervise(by: supervisor)
    // No further step is scheduled, because playback is paused.
    while clock.runNextStep() {}
    #expect(supervisor.reason == nil && queue.currentItem?.playbackState == .paused)
    supervisor.quit()
    #expect(supervisor.reason == .quit)
  }
}
