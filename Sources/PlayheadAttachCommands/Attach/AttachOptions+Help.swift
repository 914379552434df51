import PlayheadArguments

/// The help of `attach`: the usual options, on one screen, and all options.
extension AttachOptions {
  private static let mostNeeded = OptionGroup(
    "",
    table.filter {
      ["list", "wait", "media", "end", "interval", "every", "format", "log", "exec", "control"]
        .contains($0.long)
    })

  package static var help: String {
    """
    \(introduction)

    \(Help.rows([mostNeeded], then: [("-h, --help all", "print all options")], apart: false))

    Keys and commands go to the player; q and quit end only the attachment.
    """
  }

  package static func fullHelp(among subcommands: [Subcommand]) -> String {
    """
    \(introduction)

    \(Help.rows(groups))

    Keys and commands go to the player; q and quit end only the attachment.
    Exit status: 0 the player has ended or was left, 1 it cannot be reached, 2 usage
    error, 128 + signal number.
    """
  }

  private static let introduction = """
    playhead attach prints the position of another player, with its uncertainty.

    usage: playhead attach [OPTIONS] PLAYER
    PLAYER is one of:
      mpv:PATH            an mpv with --input-ipc-server=PATH
      mpris, mpris:NAME   the player on the desktop that plays, or the one of a name
      mpd, mpd:HOST[:PORT], mpd:SOCKET   a Music Player Daemon
      ltc:DEVICE, ltc:FILE, mtc:CLIENT:PORT, artnet:[ADDRESS], osc:PORT   timecode
      playhead://HOST[:PORT]   a playhead that was started with --serve
    """
}
