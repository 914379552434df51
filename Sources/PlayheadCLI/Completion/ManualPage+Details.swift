/// Sections of the manual page with details that the help does not contain.
extension ManualPage {
  static let details: [(title: String, text: String)] = [
    (
      "TIMES AND POINTS",
      """
      A TIME is in seconds, or as in 1:30, 01:02:03.5, 01:02:03,500, 1h2m3s or 250ms. A POINT is a \
      TIME from the start, 50% of the duration, -10 before the end, the start of a chapter as in #2, \
      or a timecode as in 01:00:02:00, counted as --timecode counts. One beyond the end, or a \
      chapter that there is not, is reported in one line. A \
      percentage or a time before the end of a medium whose duration is unknown is looked for by \
      reading it, where its source can go back. Without --interval there is a record each 250 ms of \
      media time, but none of those with --every, --at or --changes.
      """
    ),
    (
      "LOGS",
      """
      A FILE given with --log is appended to, in the format of its ending: .csv, .tsv, .txt for \
      text, JSON Lines else. fd:N is a descriptor that playhead was started with, unix:PATH a socket \
      that somebody listens on. - is standard output, which then has these records and no others, \
      in the format of --format, else JSON Lines. With --quiet, --format is that of the logs whose \
      names tell none. A log that takes no more is told of once, and playback goes on. \
      --log may be given more than once.
      """
    ),
    (
      "COMMANDS",
      """
      What --exec runs at boundaries, --exec-on EVENT,... runs at other events: start, pause, seek, \
      rate, stall, resume, loop, end (of the media, or the point given with --end), and boundary. \
      A command's standard output is standard error, so that standard output has records only, \
      unless --exec-output is stdout.
      """
    ),
    (
      "CONTROL",
      """
      With --control - lines of standard input are commands, with --control PATH those of a FIFO; \
      what is typed at the terminal whose line is drawn stands in the place of that line. They are: \
      play, pause, toggle, seek POINT, seek +TIME, seek -TIME, rate R, step N (frames, also back; \
      pauses), chapter N (so many on or back), loop (on or off), next, previous, position (a record \
      now), quit. They are carried out in order: what comes before a file is open waits for that, \
      and what comes behind a step until it is done. A wrong line is told of, and does nothing.
      """
    ),
    (
      "ENVIRONMENT",
      """
      NO_COLOR, where it is set and not empty, has the line at a terminal drawn without colors. TERM \
      that is dumb, or not set, has it drawn without control sequences. LC_ALL, LC_CTYPE or LANG (the \
      first that is set) with UTF-8 has its bar drawn from block elements.
      """
    ),
  ]

  static let causes = """
    The cause is interval or requested, or a change: started, paused, jumped, rate-changed, stalled, \
    resumed, looped, boundary, ended.
    """
}
