import PlayheadFormatting
import PlayheadRecords

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
      case .timecode: style.showsTimecode
      case .boundary: schedule.hasBoundaries
      case _ where field.isOfCue: !cues.sources.isEmpty
      case .clock: sound.output != nil || isAttached
      case .audioLatency: sound.output != nil
      case .uncertainty: isAttached
      case .estimate, .etaEarliest, .etaLatest, .framesPerSecond, .size: isJob
      default: true
      }
    }
  }

  /// Whether options change the format of the status line. With a log they are meant for the log.
  var choosesText: Bool {
    logs.isEmpty && (style.fields != nil || style.precision != nil || style.showsTimecode)
  }

  /// Creates a format with these options.
  func makeFormat(_ format: Format, isForTerminal: Bool = false) -> any RecordFormat {
    switch format {
    case .text:
      ColumnFormat(
        style.fields ?? PlayOptions.textFields, separator: " ", hasHeader: false,
        style: templateStyle)
    case .csv: makeTable(.csv, separator: ",", isForTerminal)
    case .tsv: makeTable(.tsv, separator: "\t", isForTerminal)
    case .json:
      JSONFormat(
        style.fields ?? objectFields, places: style.precision ?? 6)
    case .ffmpeg: FFmpegFormat()
    case .template:
      style.template.map { TemplateFormat($0, style: templateStyle) } ?? makeFormat(.text)
    }
  }

  /// Returns a record of progress in the format `text`, without the line break.
  func text(of record: Record, _ item: PlayedItem) -> String {
    var format = makeFormat(.text)
    return String { bytes in
      format.append(record, of: item, to: &bytes)
      bytes.removeLast()
    }
  }

  /// The style of fields in templates and text.
  var templateStyle: FieldStyle {
    FieldStyle(
      .printable, places: style.precision ?? 3, absent: "-", showsTimecode: style.showsTimecode)
  }

  private func makeTable(
    _ escaping: FieldStyle.Escaping, separator: Character, _ isForTerminal: Bool
  ) -> ColumnFormat {
    ColumnFormat(
      style.fields ?? PlayOptions.tableFields, separator: separator, hasHeader: true,
      style: FieldStyle(
        escaping, places: style.precision ?? 6, absent: "", showsTimecode: style.showsTimecode,
        isForTerminal: isForTerminal))
  }
}
