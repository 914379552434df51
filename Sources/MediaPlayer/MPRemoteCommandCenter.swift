import Foundation
internal import PlayheadRemoteControl

/// The commands that the desktop and clients such as `playerctl` may send.
///
/// Source: Apple's documentation of `MPRemoteCommandCenter`.
// Sendable is unchecked: nothing changes.
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

  /// Returns the center of the program.
  open class func shared() -> MPRemoteCommandCenter { program }

  init(_ playback: DescribedPlayback) {
    self.playback = playback
    super.init()
    for (kind, command) in commands { command.follow { [weak self] in self?.describe(kind) } }
    playback.setPerformer { [weak self] in self?.commands[$0.kind]?.send($0.value) }
  }

  private var commands: [ProgramCommand.Kind: MPRemoteCommand] {
    [
      .play: playCommand, .pause: pauseCommand, .togglePlayPause: togglePlayPauseCommand,
      .stop: stopCommand, .next: nextTrackCommand, .previous: previousTrackCommand,
      .changePosition: changePlaybackPositionCommand, .changeRate: changePlaybackRateCommand,
    ]
  }

  private func describe(_ kind: ProgramCommand.Kind) {
    let isOffered = commands[kind]?.isOffered == true
    let rates = changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue)
    playback.update { description in
      description.commands.remove(kind)
      if isOffered { description.commands.insert(kind) }
      if kind == .changeRate { description.supportedRates = rates }
    }
  }
}
