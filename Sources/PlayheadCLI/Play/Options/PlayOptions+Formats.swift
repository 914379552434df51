extension PlayOptions {
  static let textFields: [Field] = [.position, .duration, .percent]
  static let tableFields: [Field] = [
    .item, .file, .position, .duration, .percent, .rate, .state, .cause, .skipped, .wallTime,
  ]
  /// The default fields of JSON records.
  private var objectFields: [Field] {
    Field.allCases.filter { field in
      switch field {
      case .items, .percent: false
      case .timecode: showsTimecode
      case .boundary: schedule.hasBoundaries
      case .clock, .audioLatency: audio != nil
      default: true
      }
    }
  }

  /// Whether options change the format of the status line. With a log they are meant for the log.
  var choosesText: Bool {
    logs.isEmpty && (fields != nil || precision != nil || showsTimecode)
  }

  /// Creates a format with these options.
  func makeFormat(_ format: Format, isForTerminal: Bool = false) -> any RecordFormat {
    switch format {
    case .text:
      ColumnFormat(
        fields ?? PlayOptions.textFields, separator: " ", hasHeader: false,
        style: templateStyle)
    case .csv: makeTable(.csv, separator: ",", isForTerminal)
    case .tsv: makeTable(.tsv, separator: "\t", isForTerminal)
    case .json:
      JSONFormat(
        fields ?? objectFields, places: precision ?? 6)
    case .ffmpeg: FFmpegFormat()
    case .template:
      template.map { TemplateFormat($0, style: templateStyle) } ?? makeFormat(.text)
    }
  }

  /// The style of fields in templates and text.
  var templateStyle: FieldStyle {
    FieldStyle(.printable, places: precision ?? 3, absent: "-", showsTimecode: showsTimecode)
  }

  private func makeTable(
    _ escaping: FieldStyle.Escaping, separator: Character, _ isForTerminal: Bool
  ) -> ColumnFormat {
    ColumnFormat(
      fields ?? PlayOptions.tableFields, separator: separator, hasHeader: true,
      style: FieldStyle(
        escaping, places: precision ?? 6, absent: "", showsTimecode: showsTimecode,
        isForTerminal: isForTerminal))
  }
}
