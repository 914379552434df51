/// Why an option would silently have no effect, for the end of a message.
package enum NeedlessReason: String, Message, CaseIterable {
  case noOutput = "with --quiet and no --log"
  case logsWithFormats = "with --quiet if the name of each --log file selects its format"
  case noTimesInFields = "on --fields without times"
  case formedTimesInTemplate = "with a --template that formats each time itself"
  case noTimecode = "without --timecode or a timecode in a point, template or field"
  case noCueFields = "without --every cue or a field of cues"
  case noAudio = "without --audio"

  package var text: String { rawValue }
}
