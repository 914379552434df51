extension Page {
  /// The page of recordings that were aligned with a reference.
  package static let alignment = Page(
    title: "Alignment report", columns: ["file", "offset", "drift", "breaks", "places agree"],
    legend: Legend(entries: [
      Legend.Entry(
        term: "Offset", titles: ["Offset since"],
        text: """
          By how much the offset has changed since the start, over the time of the reference. The blue line is the \
          result, each square is a place that was compared and agrees. A line that rises or falls is drift: the \
          clocks of the recorders differ. A line that jumps is a break.
          """
      ),
      Legend.Entry(
        term: "Distance from the line", titles: ["Distance from"],
        text: """
          All places that were compared, from the line. A red one does not agree with it, and was left out. \
          A curve that all others follow means that a clock changed its speed.
          """
      ),
      Legend.Entry(
        term: "Breaks", titles: ["Breaks"],
        text: """
          Where one of the recordings has sound that the other one lacks. A mark leads to its sentence.
          """
      ),
    ]))

  /// The page of files whose sound was compared with their picture.
  package static let sync = Page(
    title: "Sync report", columns: ["file", "sound is late by", "drift", "pairs"],
    legend: Legend(entries: [
      Legend.Entry(
        term: "Sound later than picture", titles: ["Sound later"],
        text: """
          The time from each flash in the picture to its beep in the sound, over the time of the picture; above 0 the \
          sound is late. A picture stands still for its whole duration, so that each square may be wrong by that much. \
          The blue line is the drift through all squares.
          """
      )
    ]))
}
