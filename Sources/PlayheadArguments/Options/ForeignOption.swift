/// What to use in place of an option of another program.
package enum ForeignOption: Sendable {
  /// An option of this program, or a subcommand.
  case instead(String)
  /// Nothing, because playback always works this way.
  case needless

  /// Options of mpv, VLC, ffmpeg, ffplay, ffprobe and MediaInfo, by their equivalent in `play`.
  package static let playing = table(
    [
      "--rate": ["speed"],
      "--start": ["ss", "seek", "start-time", "from", "begin"],
      "--end": ["to", "stop-time", "length", "duration", "stop", "run-time"],
      "--loop": ["repeat", "loop-file", "loop-playlist", "stream_loop"],
      "--track": ["aid", "vid", "audio-track", "tracks", "map"],
      "--track audio": ["vn", "no-video", "novideo"],
      "--track video": ["an", "no-audio", "noaudio"],
      "--pause": ["paused", "start-paused"],
      "--resume": ["resume-playback", "continue"],
      "--save-position": ["save-position-on-quit"],
      "--control": ["input-file", "slave", "rc"],
      "--format": ["of", "print_format", "output-format", "output"],
      "--format json": ["json"],
      "--format csv": ["csv"],
      "--format ffmpeg": ["progress"],
      "--template": ["term-status-msg", "status-msg"],
      "--quiet": ["really-quiet", "silent"],
      "--verbose": ["loglevel", "msg-level", "debug"],
      "--protocols": ["protocol_whitelist"],
      "--interval": ["stats_period", "every-seconds", "period"],
      "playhead inspect": ["show_format", "show_streams", "show_chapters", "identify", "info"],
      "playhead timeline": ["show_packets"],
      "playhead timeline --frames": ["show_frames"],
    ], needless: ["re", "nodisp", "autoexit", "nostats", "play-and-exit"])

  /// Options of ffprobe, MediaInfo and similar programs, by their equivalent in subcommands that report.
  package static let reporting = table(
    [
      "--format json": ["json"],
      "--format": ["of", "print_format", "output", "output-format"],
      "--verbose": ["loglevel", "debug"],
      "--protocols": ["protocol_whitelist"],
      "playhead inspect": ["show_format", "show_streams", "show_chapters"],
      "playhead timeline": ["show_packets"],
      "playhead timeline --frames": ["show_frames"],
    ], needless: [])

  private static func table(
    _ options: [String: [String]], needless: [String]
  ) -> [String: ForeignOption] {
    var table: [String: ForeignOption] = [:]
    for (option, names) in options { for name in names { table[name] = .instead(option) } }
    for name in needless { table[name] = .needless }
    return table
  }
}
