/// A stream written as a line of text, in the syntax of `MarbleStage`.
struct Marbles {
  enum Event {
    case value(String)
    case end
    case failure
  }

  /// The events of each tick.
  var ticks: [[Event]]

  init(ticks: [[Event]]) { self.ticks = ticks }

  init(_ text: String) {
    ticks = []
    var group: [Event]?
    var long: String?
    for character in text where !character.isWhitespace {
      switch (character, long) {
      case ("]", let value?): append(.value(value), in: &group)
      case (_, let value?):
        long = value + String(character)
        continue
      case ("[", nil):
        long = ""
        continue
      case ("(", nil):
        group = []
        continue
      case (")", nil):
        ticks.append(group ?? [])
        group = nil
      case ("-", nil): ticks.append([])
      case ("|", nil): append(.end, in: &group)
      case ("#", nil): append(.failure, in: &group)
      case (_, nil): append(.value(String(character)), in: &group)
      }
      long = nil
    }
  }

  private mutating func append(_ event: Event, in group: inout [Event]?) {
    if group == nil { ticks.append([event]) } else { group?.append(event) }
  }

  /// The line of text, without trailing `-`.
  var text: String {
    var text = ticks.map(Self.text).joined()
    while text.last == "-" { text.removeLast() }
    return text
  }

  private static func text(of events: [Event]) -> String {
    let marks = events.map { event in
      switch event {
      case .value(let value): value.count == 1 ? value : "[\(value)]"
      case .end: "|"
      case .failure: "#"
      }
    }
    switch marks.count {
    case 0: return "-"
    case 1: return marks[0]
    default: return "(\(marks.joined()))"
    }
  }
}
