/// Sections of the manual page with details that the help does not contain.
extension ManualPage {
  static let details: [(page: String, title: String, text: String)] = [
    (
      "playhead", "TIMES AND POINTS",
      """
      A TIME is a number of seconds, or has a form such as 1:30, 01:02:03.5, 01:02:03,500, 1h2m3s or \
      250ms. A POINT is a TIME from the start, a percentage of the duration (50%), a TIME before the \
      end (-10), the start of a chapter (#2), or a timecode (01:00:02:00) as --timecode prints it. A \
      point after the end, or a chapter that does not exist, is reported in one line. If the duration \
      of a file is unknown and a point depends on it, the file is first read to its end, which \
      requires a seekable source. Without --interval there is a record every 250 ms of media time, \
      unless --every, --at or --changes is given.
      """
    ),
    (
      "playhead-play", "RESUMING",
      """
      --resume starts a file where it was left, unless --start is given, and saves where it is left now; \
      --save-position only saves. The position is saved twice a second during playback and at each \
      pause, seek and stop. It is removed when the file is played to its end. It is not used if the \
      path, size or time of change of the file is different (for a URL: the URL), or if it is not \
      before --end. A position in the first second is not saved, and a file of which less than a second \
      remains counts as played. Sources that cannot seek, such as pipes, are not saved. The positions \
      are in $XDG_STATE_HOME/playhead, by default ~/.local/state/playhead; there are at most 5,000.
      """
    ),
    (
      "playhead-play", "LOGS",
      """
      --log appends records to a FILE, in the format of its extension: .csv, .tsv, \
      .txt for text, and JSON Lines otherwise. fd:N is an inherited file descriptor, unix:PATH a Unix \
      socket on which another process listens. - is standard output, which then has only these \
      records, in the format of --format or JSON Lines. With --quiet, --format applies to the logs \
      whose names select no format. If a log can no longer be written, this is reported once, and \
      playback continues. --log can be repeated.
      """
    ),
    (
      "playhead-play", "CUES",
      """
      --cues reads subtitles or lyrics from a FILE, from a file of the same name beside the media (auto; \
      film.srt, or film.en.srt), or from a subtitle track of the media (track:3, track:eng); it can be \
      repeated. The times of a file are positions; its text is UTF-8, UTF-16 with a byte order mark, or \
      in the encoding of --cues-encoding. --every cue prints a record where a cue begins or ends. The \
      fields of cues are in all records. A track of a local file is read to its end before playback \
      begins; the cues of a URL or a pipe come as they are read. With --lyrics, the previous, the \
      current and the next text are drawn below the status line.
      """
    ),
    (
      "playhead-play", "COMMANDS",
      """
      --exec runs its command at boundaries. --exec-on EVENT,... selects other events: start, pause, \
      seek, rate, stall, resume, loop, end (of the media, or the --end point), and boundary. The \
      standard output of the command goes to standard error, so that standard output has only \
      records, unless --exec-output is stdout.
      """
    ),
    (
      "playhead-play", "CONTROL",
      """
      With --control -, each line of standard input is a command; with --control PATH, each line of a \
      FIFO. A command typed at the terminal is shown in place of the status line. The commands are: \
      play, pause, toggle, seek POINT, seek +TIME, seek -TIME, rate R, step N (N frames forward, or \
      back if negative; pauses), chapter N (N chapters forward or back), loop (turns it on or off), \
      volume PERCENT, volume +N, volume -N, mute (turns it on or off), mute on, mute off, next, \
      previous, position (writes a record), quit. Commands are carried out in order: those for \
      a file wait until it is open, and those after a step wait until it is complete. An invalid line \
      is reported and ignored.
      """
    ),
    (
      "playhead-play", "TIMECODE",
      """
      --timecode-out sends the timecode of the position to other machines, and can be repeated. \
      ltc:DEVICE and ltc:DEVICE:CHANNEL play linear timecode on an output of sound (default, a sink or a \
      device of ALSA). ltc:FILE.wav writes linear timecode as sound; with --instant the whole file at once. mtc:PATH sends \
      MIDI timecode to a raw MIDI device or a FIFO, mtc:CLIENT:PORT to a port of ALSA's sequencer. \
      osc:HOST:PORT sends bundles of Open Sound Control \
      to the address /playhead, or to the one that follows the port, at --interval and at each change: \
      the position in seconds, the rate and the timecode. artnet:HOST sends an ArtTimeCode packet for \
      each frame. The frame rate is that of the video, halved above 30, or 25; --timecode-rate sets \
      another, after which df or ndf decides whether labels are dropped. A machine that cannot be \
      reached is reported once, and playback continues. playhead-attach(1) follows timecode.
      """
    ),
    (
      "playhead-attach", "OTHER MACHINES",
      """
      Timecode is ltc:DEVICE and ltc:FILE, also with :CHANNEL, mtc:PATH, mtc:CLIENT:PORT, artnet:ADDRESS and \
      osc:PORT/ADDRESS; --fps states its rate, and --freewheel for how long the position moves on when it ends. \
      A playhead that was started with --serve PORT or --serve ADDRESS:PORT is playhead://HOST:PORT, with the \
      same --key FILE if it has one.
      """
    ),
    (
      "playhead-play", "IN A PIPE",
      """
      With --through, the bytes of the file go on to standard output unchanged, and records to standard error: at the \
      speed of the input, or of the media with --pace. Bytes that are no media pass whole, too. At a signal, what was \
      read is written first. Options that would leave out, repeat or decode something are refused.
      """
    ),
    (
      "playhead-play", "MPRIS",
      """
      With --mpris, other programs of the session see and control playback by the MPRIS D-Bus \
      interface: media keys, desktops, playerctl. The name on the session bus is \
      org.mpris.MediaPlayer2.playhead.instancePID; --mpris=NAME replaces playhead. If there is no \
      session bus, or when it goes away, this is reported once, and playback continues.
      """
    ),
    (
      "playhead-mpv", "DESCRIPTION",
      """
      Called as playhead-mpv (or mpv), a link to the command, it takes the command line of mpv(1), so that \
      programs that start mpv can start it instead. It plays the sound and no picture, and serves \
      mpv's JSON IPC at --input-ipc-server. These options have the same effect as in mpv: --start, \
      --end, --length, --speed, --pause, --loop-file, --loop-playlist, --ab-loop-a, --ab-loop-b, \
      --shuffle, --playlist, --idle, --volume, --mute, --audio-delay, --audio-device, --ao, --no-audio, \
      --input-ipc-server, --input-ipc-client, --input-terminal, --terminal, --quiet, --really-quiet, \
      --msg-level, --log-file, --save-position-on-quit, --resume-playback, --version. Options about \
      pictures, subtitles, windows, scripts and caches are accepted without effect; --list-options \
      lists all. Any other option is an error: its message and exit status are those of mpv, 2 if no \
      file could be played, 3 if some could not, and 4 after a signal. The position is shown only on \
      a terminal.
      """
    ),
    (
      "playhead-mpv", "REMOTE CONTROL",
      """
      --input-ipc-server PATH, also of playhead itself, creates a Unix socket at which programs control playback with mpv's JSON \
      IPC, as in echo '{"command":["get_property","time-pos"]}' | socat - PATH. Only processes of the \
      same user may connect. If a process that was killed has left its socket at PATH, it is replaced; \
      a socket on which another process listens, or another kind of file, is not. The socket is \
      removed at the end. A PATH that begins with @ is the name of an abstract socket. \
      --input-ipc-client fd://N serves one client at an inherited descriptor, and quits when the client \
      closes it. From a pipe, commands are only read.
      """
    ),
    (
      "playhead-analyze", "ARCHIVES",
      """
      analyze --files-from PATH --output FILE --skip-recorded analyzes any number of files, and \
      continues an interrupted run. FILE gets a JSON object on one line for each file that is done. \
      A file is skipped if FILE has a record of it with the same path, size and time of change; a URL \
      if it is recorded. An incomplete last line, as a killed process leaves it, is removed, and its \
      file read again. Several commands may append to one FILE. SIGINT, SIGTERM and SIGHUP let the \
      files that are being read be finished, and print the number of the remaining ones; a second \
      signal abandons them.
      """
    ),
    (
      "playhead", "ENVIRONMENT",
      """
      If NO_COLOR is set and not empty, the status line has no colors. If TERM is dumb or not set, it \
      has no control sequences. If LC_ALL, LC_CTYPE or LANG (the first that is set) selects UTF-8, \
      its bar is drawn with block elements.
      """
    ),
  ]

  static let causes = """
    The cause is interval, requested, or a change: started, paused, jumped, rate-changed, stalled, \
    resumed, looped, boundary or ended.
    """

  static let description = """
    playhead plays media in real time without showing it, and prints the position at the requested \
    interval. A FILE is a path, a URL, or - for standard input. On a terminal it draws one status \
    line; elsewhere each record is one line, written immediately.
    """
  static let templates = #"""
    In a template, {FIELD} is replaced by a value. {NUMBER:N} formats a number, or a time in seconds, \#
    with N decimal places. {TIME:hms}, {TIME:h:mm:ss}, {TIME:m:ss} (each optionally followed by .N \#
    for N decimal places), {TIME:ms}, {TIME:s.N} and {TIME:timecode} format a time as HH:MM:SS.mmm, \#
    1:02:03, 62:03, milliseconds, seconds with N decimal places, and timecode. {DATE:local} and \#
    {DATE:%H:%M} (a strftime(3) format) format a date in the local time zone. {FIELD:json} is the \#
    JSON value. On a terminal, a template of one line is the status line, unless --format template \#
    is also given. {{ and }} are literal braces. \n, \t, \r, \a, \e and \\ have the same meaning \#
    as in printf(1), and \c ends the template without a line break.
    """#
  static let signals = """
    SIGINT, SIGTERM and SIGHUP stop playback after a last record, and are forwarded to the commands \
    of --exec. If that takes longer than 5 s, or after a second signal, the process ends immediately. \
    SIGUSR1 writes a record immediately.
    """
  static let statuses = """
    0 success; 1 a file failed, a record, a position or a file of timecode could not be written, or a command of --exec \
    failed or was skipped; 2 usage error; 3 analyze --check found something, or compare differences; 129, 130 and 143 after SIGHUP, SIGINT \
    and SIGTERM.
    """
}
