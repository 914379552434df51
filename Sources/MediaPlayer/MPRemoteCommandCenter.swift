import Foundation
internal import PlayheadLocking
internal import PlayheadRemoteControl

/// The commands that the desktop and clients such as `playerctl` may send.
///
/// Source: Apple's documentation of `MPRemoteCommandCenter`.
// Sendable is unchecked: all that changes is behind a lock.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  private static let program = MPRemoteCommandCenter(DesktopPlayback.shared)

  /// Plays.
  public let playCommand = MPRemoteCommand()
  /// Pauses.
  public let pauseCommand = MPRemoteCommand()
  /// Plays or pauses. It is sent instead of the two above if these are not offered.
  public let togglePlayPauseCommand = MPRemoteCommand()
  /// Stops. If it is not offered, the program is asked to pause, and to move to the start.
  public let stopCommand = MPRemoteCommand()
  /// Plays the next item.
  public let nextTrackCommand = MPRemoteCommand()
  /// Plays the previous item.
  public let previousTrackCommand = MPRemoteCommand()
  /// Moves to a position.
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
  /// Plays at a rate.
  public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
  /// Skips a part. Never sent.
  public let (skipForwardCommand, skipBackwardCommand) = (
    MPSkipIntervalCommand(), MPSkipIntervalCommand()
  )
  /// Moves fast. Never sent.
  public let (seekForwardCommand, seekBackwardCommand) = (MPRemoteCommand(), MPRemoteCommand())
  /// Repeats, or plays in another order. Never sent.
  public let (changeRepeatModeCommand, changeShuffleModeCommand) = (
    MPRemoteCommand(), MPRemoteCommand()
  )
  /// Says something about the item. Never sent.
  public let (ratingCommand, likeCommand, dislikeCommand, bookmarkCommand) = (
    MPRemoteCommand(), MPRemoteCommand(), MPRemoteCommand(), MPRemoteCommand()
  )
  /// Chooses a language of sound or subtitles. Never sent.
  public let (enableLanguageOptionCommand, disableLanguageOptionCommand) = (
    MPRemoteCommand(), MPRemoteCommand()
  )

  private let playback: DescribedPlayback
  /// The number of commands that wait for the main queue.
  private let pendingCount = Locked(0)
  private static let mostPending = 64

  /// Returns the center of the program.
  open class func shared() -> MPRemoteCommandCenter { program }

  init(_ playback: DescribedPlayback) {
    self.playback = playback
    super.init()
    for (kind, command) in commands { command.follow { [weak self] in self?.describe(kind) } }
    playback.setPerformer { [weak self] in self?.send($0) ?? false }
  }

  private var commands: [ProgramCommand.Kind: MPRemoteCommand] {
    [
      .play: playCommand, .pause: pauseCommand, .togglePlayPause: togglePlayPauseCommand,
      .stop: stopCommand, .next: nextTrackCommand, .previous: previousTrackCommand,
      .changePosition: changePlaybackPositionCommand, .changeRate: changePlaybackRateCommand,
    ]
  }

  /// Sends a command to its targets; returns false if too many wait, because the main queue does not run.
  private func send(_ command: ProgramCommand) -> Bool {
    guard let receiver = commands[command.kind] else { return false }
    let isAccepted = pendingCount.withLock { count in
      if count >= Self.mostPending { return false }
      count += 1
      return true
    }
    if isAccepted {
      receiver.send(command.value) { self.pendingCount.withLock { $0 -= 1 } }
    }
    return isAccepted
  }

  private func describe(_ kind: ProgramCommand.Kind) {
    // Read with the lock of the playback held, so that the last change is described last.
    playback.update { description in
      let isOffered = commands[kind]?.isOffered == true
      let rates = changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue)
      description.commands.remove(kind)
      if isOffered { description.commands.insert(kind) }
      if kind == .changeRate { description.supportedRates = rates }
    }
  }
}
