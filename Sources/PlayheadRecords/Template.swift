import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs

/// A text that contains fields, such as `{position:hms} of {duration:hms}`.
package struct Template: Sendable {
  private enum Part {
    case literal([UInt8])
    case field(Field, TemplateForm)
  }

  private var parts: [Part] = []
  /// Whether the template ends with `\c`, after which no line break is written.
  private(set) var endsOpen = false

  /// Parses a template: `{FIELD}` and `{FIELD:FORM}`, and `{{` and `}}` for braces.
  ///
  /// Escapes are `\n`, `\t`, `\r`, `\a`, `\e`, `\\` and `\c`, which ends the template.
  package init(_ text: String, hasEscapes: Bool) throws(UsageError) {
    var literal: [UInt8] = []
    var rest = Substring(text)
    while let character = rest.unicodeScalars.popFirst() {
      switch character {
      case "{" where rest.unicodeScalars.first == "{", "}" where rest.unicodeScalars.first == "}":
        rest.unicodeScalars.removeFirst()
        literal += character.utf8
      case "{":
        guard let end = rest.unicodeScalars.firstIndex(of: "}") else {
          throw .unclosedBrace(template: text)
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = []
        parts.append(try Template.field(rest[..<end]))
        rest = rest[rest.unicodeScalars.index(after: end)...]
      case "}": throw .unopenedBrace(template: text)
      case "\\" where hasEscapes:
        guard let escape = rest.unicodeScalars.popFirst() else {
          throw .finalBackslash(template: text)
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

  /// The fields in the template, each with its form.
  package var fields: [(field: Field, form: TemplateForm)] {
    parts.compactMap { if case .field(let field, let form) = $0 { (field, form) } else { nil } }
  }

  package func append(_ moment: Moment, _ style: FieldStyle, to bytes: inout [UInt8]) {
    for part in parts {
      switch part {
      case .literal(let literal): bytes += literal
      case .field(let field, let form): style.append(field, as: form, of: moment, to: &bytes)
      }
    }
  }

  /// Returns whether the template contains a field.
  package func names(_ field: Field) -> Bool {
    parts.contains { if case .field(field, _) = $0 { true } else { false } }
  }

  /// Whether there is no line break in the template, so that it can be a status line.
  package var isOneLine: Bool {
    !endsOpen
      && parts.allSatisfy { part in
        var bytes: [UInt8] = []
        switch part {
        case .literal(let literal): bytes = literal
        // `%n` is a line break.
        case .field(_, .calendar(let format)): WallTime(nanoseconds: 0).append(format, to: &bytes)
        case .field: break
        }
        return !bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      }
  }

  private static func field(_ text: Substring) throws(UsageError) -> Part {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let field = Field(rawValue: String(parts[0])) else {
      let meant = NearestWord.of(String(parts[0]), in: Field.allCases.map(\.rawValue))
      throw .unknownFieldInBraces(String(text), known: Field.known, meant: meant)
    }
    guard parts.count == 2 else { return .field(field, .plain) }
    guard let form = TemplateForm(parts[1]) else {
      throw .unknownForm(String(text), choices: TemplateForm.choices(for: field))
    }
    guard form.applies(to: field) else {
      throw .inapplicableForm(
        String(text), field: field.rawValue, subject: form.subject,
        choices: TemplateForm.choices(for: field))
    }
    return .field(field, form)
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
      throw .unknownEscape(String(escape), template: text)
    }
  }
}

/// A format that writes each progress record with a template. Other records are not written.
package struct TemplateFormat: RecordFormat {
  private let template: Template
  private let style: FieldStyle

  package init(_ template: Template, style: FieldStyle) {
    self.template = template
    self.style = style
  }

  package func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    guard case .progress(let progress, let wallTime) = record else { return }
    template.append(
      Moment(progress: progress, wallTime: wallTime, item: item), style, to: &bytes)
    if !template.endsOpen { bytes.append(UInt8(ascii: "\n")) }
  }
}
