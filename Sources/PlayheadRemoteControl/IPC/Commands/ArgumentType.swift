import PlayheadInterprocess

/// The type of a command's argument: its name in `command-list`, and which values it takes.
enum ArgumentType: Sendable {
  case time
  case integer(name: String)
  case double
  case string
  case flag
  case upDown
  /// One of these words, or a whole number if one of them is `#`.
  case choice([String])
  /// Words joined by `+`, at most one of each group.
  case flags([[String]])
  case list(name: String)

  /// Creates a type from a row of `CommandTable`.
  init(row: Substring) {
    let parts = row.split(separator: "(", maxSplits: 1)
    let words = parts.count > 1 ? parts[1].dropLast() : ""
    switch parts.first ?? "" {
    case "Time": self = .time
    case "Double": self = .double
    case "Flag": self = .flag
    case "up|down": self = .upDown
    case "Choice": self = .choice(words.split(separator: "/").map(String.init))
    case "Flags":
      self = .flags(
        words.split(separator: "+").map { $0.split(separator: "/").map(String.init) })
    case let name where name.contains("_"):
      self = .list(name: String(name.map { $0 == "_" ? " " : $0 }))
    case "String": self = .string
    case let name: self = .integer(name: String(name))
    }
  }

  /// The name, as `command-list` has it.
  var name: String {
    switch self {
    case .time: "Time"
    case .integer(let name), .list(let name): name
    case .double: "Double"
    case .string: "String"
    case .flag: "Flag"
    case .upDown: "up|down"
    case .choice: "Choice"
    case .flags: "Flags"
    }
  }

  /// Returns the value as this type: a double of a time, a string of words. Text is read as the type.
  func value(of node: MPVNode) throws(MPVError) -> MPVNode {
    guard let value = converted(node) else { throw .invalidParameter }
    return value
  }

  private func converted(_ node: MPVNode) -> MPVNode? {
    switch (self, node) {
    case (.string, .string): node
    case (.time, .int), (.time, .double), (.double, .int), (.double, .double):
      node.number.map(MPVNode.double)
    case (.time, .string(let text)): TimeText.parse(text).map(MPVNode.double)
    case (.double, .string(let text)): NumberText.fraction(text).map(MPVNode.double)
    case (.integer(let name), .int(let number)):
      ArgumentType.range(of: name).contains(number) ? node : nil
    case (.integer, .string(let text)): NumberText.whole(text).flatMap { converted(.int($0)) }
    case (.flag, .bool): node
    case (.flag, .string("yes")): .bool(true)
    case (.flag, .string("no")): .bool(false)
    case (.upDown, .string("up")): .double(1)
    case (.upDown, .string("down")): .double(-1)
    case (.upDown, _): ArgumentType.double.converted(node)
    case (.choice(let words), .string(let text)):
      words.contains(text) ? node : NumberText.whole(text).flatMap { converted(.int($0)) }
    case (.choice(let words), .int(0...Int64(Int32.max))): words.contains("#") ? node : nil
    case (.flags(let groups), .string(let text)): isValid(text, in: groups) ? node : nil
    case (.list, .array), (.list, .object), (.list, .string): node
    default: nil
    }
  }

  /// The numbers of an integer type, by its name.
  private static func range(of name: String) -> ClosedRange<Int64> {
    name == "Integer" ? Int64(Int32.min)...Int64(Int32.max) : .min ... .max
  }

  private func isValid(_ text: String, in groups: [[String]]) -> Bool {
    // A hyphen is no flag.
    let words = text == "-" ? [] : text.split(separator: "+").map(String.init)
    return words.allSatisfy { word in groups.contains { $0.contains(word) } }
      && groups.allSatisfy { group in words.count(where: group.contains) < 2 }
  }
}
