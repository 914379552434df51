import PlayheadFormatting

/// The form of a field in a template: the part after the colon in `{position:hms}`.
package enum TemplateForm: Hashable, Sendable {
  /// The form of text records.
  case plain
  /// A number or seconds with this number of decimal places.
  case decimals(Int)
  case milliseconds
  case clock(ClockPattern)
  case timecode
  /// The JSON value.
  case json
  /// A date and time in the local time zone: RFC 3339.
  case localDate
  /// A date and time in the local time zone, formatted by `strftime`.
  case calendar(String)

  /// Parses the part after the colon. Returns nil if it is not a form.
  package init?(_ text: Substring) {
    switch text {
    case "ms": self = .milliseconds
    case "timecode": self = .timecode
    case "json": self = .json
    case "local": self = .localDate
    case _ where text.hasPrefix("%"): self = .calendar(String(text))
    default:
      let number = text.hasPrefix("s.") ? text.dropFirst(2) : text
      if let places = TemplateForm.places(number) {
        self = .decimals(places)
      } else if let pattern = ClockPattern(text) {
        self = .clock(pattern)
      } else {
        return nil
      }
    }
  }

  /// Parses a number of decimal places, from 0 to 9.
  package static func places(_ text: Substring) -> Int? {
    guard text.utf8.count == 1, let places = Int(text) else { return nil }
    return places
  }

  package func applies(to field: Field) -> Bool {
    let isTime = field.kind == .time || field.kind == .hostTime
    return switch self {
    case .plain, .json: true
    case .decimals: isTime || field.kind == .number || field.kind == .decimal
    case .milliseconds, .clock: isTime
    case .timecode: field.kind == .time
    case .localDate, .calendar: field.kind == .date
    }
  }

  /// The kind of field to which the form applies.
  package var subject: String {
    switch self {
    case .plain, .json: "field"
    case .decimals: "number"
    case .milliseconds, .clock, .timecode: "time"
    case .localDate, .calendar: "date"
    }
  }

  /// Returns a list of the forms of a field, for an error message.
  package static func choices(for field: Field) -> String {
    switch field.kind {
    case .time, .hostTime:
      "forms of a time: hms, ms, s.N with N decimals from 0 to 9, h:mm:ss, m:ss, timecode, json"
    case .number, .decimal: "forms of a number: N decimals from 0 to 9, json"
    case .date: "forms of a date: local, a strftime format such as %H:%M, json"
    case .text, .flag: "the only form of \(field.rawValue): json"
    }
  }
}

extension ClockPattern {
  /// Parses a pattern. `hms` has three decimal places by default, the others have none.
  package init?(_ text: Substring) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? TemplateForm.places(parts[1]) : nil
    guard parts.count == 1 || decimals != nil else { return nil }
    switch parts[0] {
    case "hms": self.init(hasHours: true, isPadded: true, places: decimals ?? 3)
    case "hh:mm:ss": self.init(hasHours: true, isPadded: true, places: decimals ?? 0)
    case "h:mm:ss": self.init(hasHours: true, isPadded: false, places: decimals ?? 0)
    case "mm:ss": self.init(hasHours: false, isPadded: true, places: decimals ?? 0)
    case "m:ss": self.init(hasHours: false, isPadded: false, places: decimals ?? 0)
    default: return nil
    }
  }
}
