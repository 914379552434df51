extension Page {
  private static let distribution = Legend.Entry(
    term: "Distribution", titles: ["Distribution"],
    text: """
      How many positions had which lateness. The last bar also has those that were later, the first \
      one those that were earlier. A narrow hill is a regular program; two hills are two ways to be late.
      """
  )
  private static let beyond = """
    A column goes from the least to the greatest lateness in its time. A red one goes beyond the diagram, which \
    leaves out the lowest and the highest hundredth of the values.
    """

  /// The page of a program's positions.
  package static let updates = Page(
    title: "Position report", columns: ["command"],
    legend: Legend(entries: [
      Legend.Entry(
        term: "Lateness", titles: ["Lateness"],
        text: """
          How much later than usual a position arrived, against a clock that runs at the rate of playback from the \
          first position on; values below 0 arrived earlier. A line that rises or falls is drift, and after a seek it \
          continues elsewhere. \(beyond)
          """
      ),
      distribution,
      Legend.Entry(
        term: "Steps back", titles: ["Steps back"],
        text: "Positions that were less than the one before, as after a seek or in a loop."),
    ]))

  /// The page of a player's progress.
  package static let playback = Page(
    title: "Playback report", columns: ["media"],
    legend: Legend(entries: [
      Legend.Entry(
        term: "Lateness", titles: ["Lateness"],
        text: """
          How much later than due a periodic position was read. \(beyond)
          """
      ),
      distribution,
      Legend.Entry(
        term: "Stalls", titles: ["Stalls"],
        text: "Times in which the player waited because media was missing."),
    ]))
}
