/// The format of what `analyze`, `inspect` and `measure` print.
enum ReportFormat: String, CaseIterable {
  case text
  case json
}
