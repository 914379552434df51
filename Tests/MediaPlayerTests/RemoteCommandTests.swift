import MediaPlayer
import PlayheadInterprocess
import PlayheadLocking
import Testing

@testable import PlayheadRemoteControl

/// The commands that clients of MPRIS send.
@MainActor @Suite struct RemoteCommandTests {
  private let stage = RemoteStage()
  private let log = Log()

  /// The commands that arrived. Targets are called on the main queue.
  @MainActor private final class Log {
    var names: [String] = []
  }

  private func add(_ command: MPRemoteCommand, _ name: String) {
    command.addTarget { [log, weak command] event in
      MainActor.assumeIsolated { log.names.append(name) }
      return event.command === command ? .success : .commandFailed
    }
  }

  /// The commands that arrived, once the main queue has delivered them.
  private func arrived() async -> [String] {
    await withCheckedContinuation { done in
      OperationQueue.main.addOperation { done.resume() }
    }
    defer { log.names = [] }
    return log.names
  }

  @Test func onlyWhatIsEnabledAndHasATargetIsOffered() {
    let properties = ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek"]
    func offered() -> [String] { properties.filter { stage.get($0) == .boolean(true) } }
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    let commands = stage.commands
    #expect(offered() == [] && commands.nextTrackCommand.isEnabled)
    add(commands.playCommand, "play")
    add(commands.pauseCommand, "pause")
    let target = commands.nextTrackCommand.addTarget { _ in .success }
    add(commands.previousTrackCommand, "previous")
    add(commands.changePlaybackPositionCommand, "position")
    #expect(offered() == properties)
    _ = stage.takeSignals()
    commands.previousTrackCommand.isEnabled = false
    commands.nextTrackCommand.removeTarget(target)
    #expect(
      stage.takeSignals().changed
        == ["CanGoNext": .boolean(false), "CanGoPrevious": .boolean(false)])
    commands.changePlaybackPositionCommand.removeTarget(nil)
    #expect(offered() == ["CanPlay", "CanPause"])
  }

  @Test func callsArriveAtTheirTargets() async {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    let commands = stage.commands
    add(commands.playCommand, "play")
    add(commands.pauseCommand, "pause")
    add(commands.togglePlayPauseCommand, "toggle")
    add(commands.stopCommand, "stop")
    add(commands.nextTrackCommand, "next")
    add(commands.previousTrackCommand, "previous")
    // The program decides what a call means, also if it plays already.
    for method in ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"] {
      stage.call(.player, method)
    }
    #expect(await arrived() == ["play", "pause", "toggle", "stop", "next", "previous"])
    commands.nextTrackCommand.isEnabled = false
    stage.call(.player, "Next")
    #expect(await arrived() == [])
  }

  @Test func playPauseWithoutATargetOfItsOwnPausesOrPlays() async {
    stage.center.nowPlayingInfo = [MPNowPlayingInfoPropertyPlaybackRate: 0]
    add(stage.commands.playCommand, "play")
    add(stage.commands.pauseCommand, "pause")
    stage.call(.player, "PlayPause")
    stage.center.nowPlayingInfo = [MPNowPlayingInfoPropertyPlaybackRate: 1]
    stage.call(.player, "PlayPause")
    #expect(await arrived() == ["play", "pause"])
  }

  @Test func aProgramThatOnlyTogglesPlaysAndPauses() async {
    add(stage.commands.togglePlayPauseCommand, "toggle")
    stage.center.nowPlayingInfo = [MPNowPlayingInfoPropertyPlaybackRate: 0]
    #expect(stage.get("CanPlay") == .boolean(true) && stage.get("CanPause") == .boolean(true))
    stage.call(.player, "Pause")
    stage.call(.player, "Play")
    #expect(await arrived() == ["toggle"])
  }

  @Test func positionsAreRequestedInSeconds() async throws {
    stage.center.nowPlayingInfo = [
      MPMediaItemPropertyPlaybackDuration: 60, MPNowPlayingInfoPropertyElapsedPlaybackTime: 10,
      MPNowPlayingInfoPropertyPlaybackRate: 0,
    ]
    stage.commands.changePlaybackPositionCommand.addTarget { [log] event in
      guard let event = event as? MPChangePlaybackPositionCommandEvent else {
        return .commandFailed
      }
      MainActor.assumeIsolated { log.names.append("\(event.positionTime)") }
      return .success
    }
    guard case .path(let track)? = stage.metadata["mpris:trackid"] else {
      Issue.record("no track")
      return
    }
    stage.call(.player, "Seek", .int64(2_500_000))
    stage.call(.player, "Seek", .int64(-90_000_000))
    stage.call(.player, "SetPosition", .path(track), .int64(30_000_000))
    stage.call(.player, "SetPosition", .path(track), .int64(61_000_000))
    stage.call(.player, "Stop")
    #expect(await arrived() == ["12.5", "0.0", "30.0"])
  }

  @Test func ratesAreTheSupportedOnes() async {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    let command = stage.commands.changePlaybackRateCommand
    #expect(stage.get("MaximumRate") == .double(1))
    #expect(stage.set("Rate", .double(2)) != .values([]))
    command.addTarget { [log] event in
      guard let event = event as? MPChangePlaybackRateCommandEvent else { return .commandFailed }
      MainActor.assumeIsolated { log.names.append("\(event.playbackRate)") }
      return .success
    }
    #expect(stage.get("MinimumRate") == .double(0.1) && stage.get("MaximumRate") == .double(16))
    command.supportedPlaybackRates = [1, 1.5, 2]
    #expect(stage.get("MinimumRate") == .double(1) && stage.get("MaximumRate") == .double(2))
    stage.set("Rate", .double(1.4))
    #expect(await arrived() == ["1.5"])
  }

  @Test func ratesThatDoNotPlayAreNotRequested() async {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    let command = stage.commands.changePlaybackRateCommand
    command.addTarget { [log] event in
      let rate = (event as? MPChangePlaybackRateCommandEvent)?.playbackRate
      MainActor.assumeIsolated { log.names.append("\(rate ?? -1)") }
      return .success
    }
    command.supportedPlaybackRates = [NSNumber(value: Double.nan), 0, -1, 1, 2]
    stage.set("Rate", .double(1))
    command.supportedPlaybackRates = [-1, 0, 2]
    stage.set("Rate", .double(1))
    #expect(await arrived() == ["1.0", "2.0"])
  }

  @Test func aSeekBeyondTheEndGoesToTheEndIfThereIsNoNextTrack() async {
    stage.center.nowPlayingInfo = [
      MPMediaItemPropertyPlaybackDuration: 60, MPNowPlayingInfoPropertyElapsedPlaybackTime: 50,
      MPNowPlayingInfoPropertyPlaybackRate: 0,
    ]
    let commands = stage.commands
    commands.changePlaybackPositionCommand.addTarget { [log] event in
      let time = (event as? MPChangePlaybackPositionCommandEvent)?.positionTime
      MainActor.assumeIsolated { log.names.append("\(time ?? -1)") }
      return .success
    }
    add(commands.stopCommand, "stop")
    stage.call(.player, "Seek", .int64(20_000_000))
    add(commands.nextTrackCommand, "next")
    stage.call(.player, "Seek", .int64(20_000_000))
    #expect(await arrived() == ["60.0", "next"])
  }

  @Test func commandsAreRefusedWhileTooManyWait() async {
    stage.center.nowPlayingInfo = [MPMediaItemPropertyTitle: "A"]
    add(stage.commands.nextTrackCommand, "next")
    add(stage.commands.changePlaybackPositionCommand, "position")
    for _ in 0..<100 { stage.call(.player, "Next") }
    #expect(stage.call(.player, "Seek", .int64(1)) != .values([]))
    #expect(await arrived() == Array(repeating: "next", count: 64))
    #expect(stage.call(.player, "Seek", .int64(1)) == .values([]))
    #expect(await arrived() == ["position"])
  }

  @Test func theLastOfSimultaneousChangesIsDescribed() {
    let (center, command) = (stage.center, stage.commands.nextTrackCommand)
    command.addTarget { _ in .success }
    for _ in 0..<100 {
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        center.nowPlayingInfo = [MPMediaItemPropertyTitle: "\(index)"]
        command.isEnabled = index == 0
      }
      let title = center.nowPlayingInfo?[MPMediaItemPropertyTitle] as? String
      #expect(stage.metadata["xesam:title"] == title.map { .text($0) })
      #expect(stage.get("CanGoNext") == .boolean(command.isEnabled))
    }
  }

  @Test func whatAProgramDoesNotOfferHasNoEffect() {
    #expect(stage.get("CanQuit", of: .application) == .boolean(false))
    #expect(stage.call(.application, "Quit") == .values([]))
    #expect(stage.call(.player, "Next") == .values([]))
    #expect(stage.call(.player, "OpenUri", .text("file:///a")) != .values([]))
    #expect(stage.set("Volume", .double(0.5)) != .values([]))
  }

  @Test func thePlayOfAProgramThatPlaysNothingArrives() async {
    add(stage.commands.playCommand, "play")
    stage.call(.player, "Play")
    #expect(await arrived() == ["play"])
  }
}
