/// Replaces properties in text, as in `${time-pos}`.
struct PropertyExpansion {
  /// How deep expansions may be nested.
  private static let depthLimit = 20

  let context: PropertyContext
  let budget: ExpansionBudget

  /// Replaces properties by their values. Throws `command` if these are longer than the budget permits.
  ///
  /// `${NAME}`, `${=NAME}` for the plain value, `${NAME:OTHER}` with other text for a value that is not available,
  /// `${?NAME:TEXT}` and `${!NAME:TEXT}` for text if it is available or not, `${?NAME==VALUE:TEXT}` if it has a value;
  /// `$$` for `$`, and `$>` before text that is not expanded.
  func expand(_ text: String) throws(MPVError) -> String {
    var rest = Substring(text)
    return try expand(&rest, depth: 0) ?? text
  }

  /// Expands text up to its end, or up to the brace that closes it. Returns nil if that is missing.
  private func expand(_ rest: inout Substring, depth: Int) throws(MPVError) -> String? {
    var output = ""
    while let next = rest.popFirst() {
      if next == "}", depth > 0 { return output }
      guard next == "$", let mark = rest.first else {
        output.append(next)
        continue
      }
      switch mark {
      case "$", "}":
        output.append(mark)
        rest.removeFirst()
      case ">":
        rest.removeFirst()
        output += rest
        rest = ""
      case "{" where depth < PropertyExpansion.depthLimit:
        let original = rest
        rest.removeFirst()
        if let value = try property(&rest, depth: depth + 1) {
          output += value
        } else {
          output += "$" + original
          rest = ""
        }
      default: output.append(next)
      }
    }
    return depth > 0 ? nil : output
  }

  /// Returns nil if the closing brace is missing.
  private func property(_ rest: inout Substring, depth: Int) throws(MPVError) -> String? {
    let mark = rest.first
    if let mark, "?!=".contains(mark) { rest.removeFirst() }
    let head = rest.prefix { $0 != ":" && $0 != "}" }
    rest = rest.dropFirst(head.count)
    guard let separator = rest.popFirst() else { return nil }
    var text: String?
    if separator == ":" {
      text = try expand(&rest, depth: depth)
      if text == nil { return nil }
    }
    let (name, wanted) = condition(head)
    let value = try self.value(name, isPlain: mark == "=" || wanted != nil)
    let holds = (try? value.get()).map { wanted == nil || $0 == wanted } ?? false
    switch mark {
    case "?": return holds ? text ?? "" : ""
    case "!": return holds ? "" : text ?? ""
    default:
      switch value {
      case .success(let value): return value
      case .failure(let error):
        return text ?? (error == .propertyUnavailable ? "(unavailable)" : "(error)")
      }
    }
  }

  /// Splits `NAME==VALUE`.
  private func condition(_ head: Substring) -> (name: String, value: String?) {
    guard let place = head.indices.first(where: { head[$0...].hasPrefix("==") }) else {
      return (String(head), nil)
    }
    return (String(head[..<place]), String(head[place...].dropFirst(2)))
  }

  private func value(
    _ name: String, isPlain: Bool
  ) throws(MPVError) -> Result<String, MPVError> {
    if budget.isSpent { throw .command }
    let text: String
    do throws(MPVError) {
      let node = try PropertyTable.read(name, in: context)
      let display = isPlain ? nil : try PropertyTable.find(name).property.display
      text = display?.text(of: node) ?? node.text ?? ""
    } catch {
      return .failure(error)
    }
    budget.spend(text.utf8.count)
    return .success(text)
  }
}

/// How long the values may be that expansions of one line insert or compare: 1 MiB together, or one that
/// is longer. A short line may otherwise name a long list many times.
///
/// Not Sendable: it belongs to the thread that carries out the line.
final class ExpansionBudget {
  private var rest = 1 << 20

  /// Whether no further value may be inserted.
  var isSpent: Bool { rest <= 0 }

  /// Records the length of a value in bytes.
  func spend(_ count: Int) { rest -= min(count, rest) }
}
