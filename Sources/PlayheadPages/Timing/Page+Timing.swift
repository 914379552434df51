extension Page {
  package static let timing = Page(
    title: "Timing report", columns: ["file", "length", "errors", "warnings", "notes"],
    legend: Legend(entries: [
      Legend.Entry(
        term: "Findings", titles: ["Findings"],
        text: """
          What is wrong or notable. An <b class="error">error</b> loses media or shows in every player, a \
          <b class="warning">warning</b> shows in some, a <b class="note">note</b> is good to know. A mark leads to its \
          sentence; the place in the sentence is a link that you can pass on.
          """
      ),
      Legend.Entry(
        term: "Chapters", titles: ["Chapters"],
        text: "Each bar is a chapter. More than 500 share bars."
      ),
      Legend.Entry(
        term: "Keyframes", titles: ["Keyframes of"],
        text: "A keyframe is a picture from which decoding can start: players seek to it."
      ),
      Legend.Entry(
        term: "Gaps", titles: ["Gaps"],
        text: """
          In a gap, which is red, nothing is presented. Of more than 200 gaps, each column that has some has one bar.
          """
      ),
      Legend.Entry(
        term: "Bit rate", titles: ["Bit rate of"],
        text: """
          The bits per second in each column; beside the title is the most in a whole second. Peaks need a faster \
          connection or a larger buffer.
          """
      ),
      Legend.Entry(
        term: "Frame and packet intervals", titles: ["Frame intervals of", "Packet intervals of"],
        text: """
          The time from one picture, or packet of sound, to the next, on a scale of powers of ten: each line across is \
          ten times the one below. A thin flat line is regular; a tall bar has short and long intervals; a red bar has a \
          time that repeats or goes back.
          """
      ),
      Legend.Entry(
        term: "Reorder depth", titles: ["Reorder depth of"],
        text: """
          How many pictures are decoded before one that is shown before them.
          """
      ),
      Legend.Entry(
        term: "Interleaving", titles: ["Interleaving"],
        text: """
          How far apart sound and pictures of the same time are in the file. A player that streams the file must buffer \
          that much.
          """
      ),
      Legend.Entry(
        term: "Audio later than video", titles: ["Audio "],
        text: """
          The offset at the start, and how it grows because the timestamps of sound and pictures do not advance like \
          their samples and frames. A line that rises or falls is drift.
          """
      ),
    ]))
}
