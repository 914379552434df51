extension Page {
  /// The page of two files that were compared.
  package static let comparison = Page(
    title: "Comparison", columns: ["file"],
    legend: Legend(
      entries: [
        Legend.Entry(
          term: "Differences", titles: ["Differences"],
          text: """
            A mark leads to its sentence. A red one is a place where packets are missing, an orange one where they are \
            added, doubled or moved, or where only one file has a finding. The diagrams of both files have the same \
            positions of playback at the same place.
            """
        )
      ] + Page.timing.legend.entries.filter { $0.titles != ["Findings"] }))
}
