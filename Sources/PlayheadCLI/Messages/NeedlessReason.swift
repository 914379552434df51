/// Why an option would silently have no effect, for the end of a message.
enum NeedlessReason: Message, CaseIterable {
  case noOutput
  case logsWithFormats
  case noTimesInFields
  case formedTimesInTemplate
  case noTimecode
  case noAudio

  var text: String {
    switch self {
    case .noOutput: "with --quiet and no --log"
    case .logsWithFormats: "with --quiet if the name of each --log file selects its format"
    case .noTimesInFields: "on --fields without times"
    case .formedTimesInTemplate: "with a --template that formats each time itself"
    case .noAudio: "without --audio"
    case .noTimecode: "without --timecode or a timecode in a point, template or field"
    }
  }
}
