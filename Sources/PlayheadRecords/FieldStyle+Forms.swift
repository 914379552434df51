import PlayheadFormatting

/// The values of fields in templates.
extension FieldStyle {
  private static let json = FieldStyle(.json, places: 6, absent: "null")

  package func append(
    _ field: Field, as form: TemplateForm, of moment: Moment, to bytes: inout [UInt8]
  ) {
    switch (form, moment[field]) {
    case (.plain, _): append(field, of: moment, to: &bytes)
    case (.json, _): FieldStyle.json.append(field, of: moment, to: &bytes)
    case (.timecode, _): append(timecode: field, of: moment, to: &bytes)
    case (.decimals(let places), .time(let time)): bytes.append(seconds: time, places: places)
    case (.decimals(let places), .number(let number)):
      bytes.append(decimal: number)
      if places > 0 { bytes += ("." + String(repeating: "0", count: places)).utf8 }
    case (.decimals(let places), _):
      if let number = moment.decimal(field, places: places) {
        bytes.append(decimal: number, places: places)
      } else {
        appendAbsent(to: &bytes)
      }
    case (.milliseconds, .time(let time)):
      bytes.append(decimal: time.nanoseconds(rounding: .towardZero) / 1_000_000)
    case (.clock(let pattern), .time(let time)): bytes.append(clock: time, pattern)
    case (.localDate, .date(let time)): time.append(to: &bytes, isLocal: true)
    case (.calendar(let format), .date(let time)): time.append(format, to: &bytes)
    case (.milliseconds, _), (.clock, _), (.localDate, _), (.calendar, _):
      appendAbsent(to: &bytes)
    }
  }
}
