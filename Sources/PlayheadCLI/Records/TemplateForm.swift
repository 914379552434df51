/// How a template writes a field: the part after the colon in `{position:hms}`.
enum TemplateForm: Hashable, Sendable {
  /// As text records write it.
  case plain
  /// A number, or seconds, with so many decimals.
  case decimals(Int)
  case milliseconds
  case clock(ClockPattern)
  case timecode
  /// As JSON writes the value.
  case json
  /// A time of the calendar in the local time zone: RFC 3339.
  case localDate
  /// A time of the calendar in the local time zone, as `strftime` writes it.
  case calendar(String)

  /// Parses the part after the colon; nil if it is no form.
  init?(_ text: Substring) {
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

  /// A count of decimals, from 0 to 9.
  static func places(_ text: Substring) -> Int? {
    guard text.utf8.count == 1, let places = Int(text) else { return nil }
    return places
  }

  func applies(to field: Field) -> Bool {
    let isTime = field.kind == .time || field.kind == .hostTime
    return switch self {
    case .plain, .json: true
    case .decimals: isTime || field.kind == .number || field.kind == .decimal
    case .milliseconds, .clock: isTime
    case .timecode: field.kind == .time
    case .localDate, .calendar: field.kind == .date
    }
  }

  /// What a field has to be for the form to apply.
  var subject: String {
    switch self {
    case .plain, .json: "field"
    case .decimals: "number"
    case .milliseconds, .clock, .timecode: "time"
    case .localDate, .calendar: "date"
    }
  }

  /// Which forms a field has, as the error of a wrong one lists them.
  static func choices(for field: Field) -> String {
    switch field.kind {
    case .time, .hostTime:
      "a time is written :hms, :ms, :s.N (N decimals, 0 to 9), :h:mm:ss, :m:ss, :timecode or :json"
    case .number, .decimal: "a number is written :N (N decimals, 0 to 9) or :json"
    case .date: "a date is written :local, :%H:%M (as strftime has it) or :json"
    case .text, .flag: "\(field.rawValue) is written :json, or without a form"
    }
  }
}

/// A clock's hours, minutes and seconds, as `hms.0`, `h:mm:ss` and `m:ss.1` ask for them.
struct ClockPattern: Hashable, Sendable {
  /// Without hours, minutes count on from 59.
  let hasHours: Bool
  /// Whether the first number has two digits at least.
  let isPadded: Bool
  /// Decimals of the seconds, up to 9.
  let places: Int

  init(hasHours: Bool, isPadded: Bool, places: Int) {
    self.hasHours = hasHours
    self.isPadded = isPadded
    self.places = places
  }

  /// Nil if the text is no pattern. `hms` has three decimals, the others as many as follow a point.
  init?(_ text: Substring) {
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
