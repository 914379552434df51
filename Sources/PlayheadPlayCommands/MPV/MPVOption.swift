/// An option of mpv's command line: its name, its values and its effect here.
struct MPVOption: Sendable {
  /// The values of an option.
  enum Kind: Equatable, Sendable {
    /// `yes` or `no`; without a value `yes`.
    case flag
    /// One of these words, or a number in the range. Without a value `yes`, if that is a word.
    case choice([String], ClosedRange<Int>?)
    /// Any word. If it is optional, none means `yes`.
    case word(isOptional: Bool)
    /// A number or a fraction in the range.
    case number(ClosedRange<Double>)
    /// A text that must not be empty.
    case text
    /// Any text.
    case anyText
    /// Any text; the name may end with an operation, as in `-append`.
    case list
  }

  typealias Effect = @Sendable (inout MPVSettings, String) throws(MPVOptionError) -> Void

  let name: String
  let kind: Kind
  /// Receives the value, which is valid for the kind.
  let apply: Effect

  init(_ name: String, _ kind: Kind, _ apply: @escaping Effect = { _, _ in }) {
    (self.name, self.kind, self.apply) = (name, kind, apply)
  }

  /// Creates an option that stores its value in a property, as `convert` returns it.
  init<Value>(
    _ name: String, _ kind: Kind, _ property: any WritableKeyPath<MPVSettings, Value> & Sendable,
    _ convert: @escaping @Sendable (String) throws(MPVOptionError) -> Value
  ) {
    self.init(name, kind) { settings, text throws(MPVOptionError) in
      settings[keyPath: property] = try convert(text)
    }
  }

  /// Creates an option that is `yes` or `no`.
  static func flag(
    _ name: String, _ property: any WritableKeyPath<MPVSettings, Bool> & Sendable
  ) -> MPVOption {
    MPVOption(name, .flag, property) { $0 == "yes" }
  }

  /// Creates an option with any text; an empty one is stored as nil.
  static func text(
    _ name: String, _ property: any WritableKeyPath<MPVSettings, String?> & Sendable
  ) -> MPVOption {
    MPVOption(name, .anyText, property) { $0.isEmpty ? nil : $0 }
  }

  /// Whether the option needs a value.
  var needsValue: Bool {
    switch kind {
    case .flag: false
    case .choice(let words, _): !words.contains("yes")
    case .word(let isOptional): !isOptional
    case .number, .text, .anyText, .list: true
    }
  }

  /// Whether `--no-NAME` means `--NAME=no`.
  var isNegatable: Bool {
    switch kind {
    case .flag, .word: true
    case .choice(let words, _): words.contains("no")
    case .number, .text, .anyText, .list: false
    }
  }

  /// Applies the option with a value.
  func parse(_ text: String, into settings: inout MPVSettings) throws(MPVOptionError) {
    let text = text.isEmpty && !needsValue ? "yes" : text
    switch kind {
    case .flag:
      guard ["yes", "no"].contains(text) else { throw .invalidFlag(text) }
    case .choice(let words, let range):
      if text.isEmpty { throw .missingValue }
      let isNumber = Int(text).map { range?.contains($0) ?? false } ?? false
      guard words.contains(text) || isNumber else { throw .invalidChoice(text, words, range) }
    case .number(let range):
      if text.isEmpty { throw .missingValue }
      guard let number = MPVNumber.parse(text) else { throw .invalidNumber(text) }
      guard range.contains(number) else { throw .outOfRange(text) }
    case .text, .word:
      if text.isEmpty { throw .missingValue }
    case .anyText, .list: break
    }
    try apply(&settings, text)
  }
}
