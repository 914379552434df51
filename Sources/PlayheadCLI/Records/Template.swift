/// A text with fields in it, as in `{position:hms} of {duration:hms}`.
struct Template: Sendable {
  /// How a field is written.
  enum Form: Hashable, Sendable {
    /// As text records write it.
    case plain
    /// `HH:MM:SS.mmm`.
    case clock
    case milliseconds
    /// Seconds with so many decimals.
    case seconds(places: Int)
    case timecode
  }

  private enum Part {
    case literal([UInt8])
    case field(Field, Form)
  }

  private var parts: [Part] = []
  /// Whether the template asks, with `\c`, for no line end after it.
  private(set) var endsOpen = false

  /// Parses a template: `{FIELD}` and `{FIELD:FORM}`, `{{` and `}}` for braces; and where
  /// `hasEscapes` `\n`, `\t`, `\r`, `\a`, `\e`, `\\`, and `\c`, which ends it.
  init(_ text: String, hasEscapes: Bool) throws(UsageError) {
    var literal: [UInt8] = []
    var rest = Substring(text)
    while let character = rest.unicodeScalars.popFirst() {
      switch character {
      case "{" where rest.unicodeScalars.first == "{", "}" where rest.unicodeScalars.first == "}":
        rest.unicodeScalars.removeFirst()
        literal += character.utf8
      case "{":
        guard let end = rest.unicodeScalars.firstIndex(of: "}") else {
          throw UsageError("the template '\(text)' has a { without its }; {{ is a brace")
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = []
        parts.append(try Template.field(rest[..<end]))
        rest = rest[rest.unicodeScalars.index(after: end)...]
      case "}": throw UsageError("the template '\(text)' has a } without its {; }} is a brace")
      case "\\" where hasEscapes:
        guard let escape = rest.unicodeScalars.popFirst() else {
          throw UsageError("the template '\(text)' ends in a backslash; \\\\ is one")
        }
        if escape == "c" {
          endsOpen = true
          rest = ""
        } else {
          literal.append(try Template.byte(escape, in: text))
        }
      default: literal += CommandLine.exactBytes(of: String(character))
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  func append(_ moment: Moment, _ style: FieldStyle, to bytes: inout [UInt8]) {
    for part in parts {
      switch part {
      case .literal(let literal): bytes += literal
      case .field(let field, .plain): style.append(field, of: moment, to: &bytes)
      case .field(let field, .timecode):
        style.append(timecode: field, of: moment, to: &bytes)
      case .field(let field, let form):
        guard case .time(let time) = moment[field] else {
          style.appendAbsent(to: &bytes)
          continue
        }
        switch form {
        case .clock: bytes.append(clock: time, places: 3)
        case .milliseconds: bytes.append(seconds: time, unitPlaces: 3)
        case .seconds(let places): bytes.append(seconds: time, places: places)
        case .plain, .timecode: break
        }
      }
    }
  }

  private static func field(_ text: Substring) throws(UsageError) -> Part {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let field = try Field.named(parts[0])
    guard parts.count == 2 else { return .field(field, .plain) }
    let form = try form(parts[1], in: text)
    let isTime = field.kind == .time || field.kind == .hostTime
    guard isTime, form != .timecode || field.kind == .time else {
      throw UsageError("{\(text)}: \(field.rawValue) is no time that :\(parts[1]) is for")
    }
    return .field(field, form)
  }

  private static func form(_ name: Substring, in text: Substring) throws(UsageError) -> Form {
    switch name {
    case "hms": return .clock
    case "ms": return .milliseconds
    case "timecode": return .timecode
    default:
      guard name.hasPrefix("s."), let places = Int(name.dropFirst(2)), (0...9).contains(places)
      else {
        throw UsageError(
          "{\(text)}: a time is written :hms, :ms, :s.N (N from 0 to 9) or :timecode")
      }
      return .seconds(places: places)
    }
  }

  private static func byte(
    _ escape: Unicode.Scalar, in text: String
  ) throws(UsageError) -> UInt8 {
    switch escape {
    case "n": return UInt8(ascii: "\n")
    case "t": return UInt8(ascii: "\t")
    case "r": return UInt8(ascii: "\r")
    case "a": return 0x07
    case "e": return 0x1B
    case "\\": return UInt8(ascii: "\\")
    default:
      throw UsageError(
        "the template '\(text)' has \\\(escape); the escapes are \\n, \\t, \\r, \\a, \\e, \\\\, \\c"
      )
    }
  }
}
