import CPlayheadSystemBus
import Glibc

/// Reads the arguments of a message.
package struct BusReader {
  package let message: OpaquePointer
  package let functions: bus_functions

  /// The maximum number of elements of an array.
  package static let greatestCount = 1 << 17
  /// The maximum number of bytes of a text.
  package static let longestText = 1 << 20
  /// The maximum number of entries of a dictionary.
  package static let greatestEntryCount = 1 << 12
  /// How many dictionaries may be inside one another.
  private static let greatestDepth = 3

  /// Reads values of these types; nil if the message has others, or a text or list is too long.
  package func values(_ signature: String) -> [BusValue]? {
    var values: [BusValue] = []
    var types = signature.unicodeScalars[...]
    while let type = BusReader.removeType(of: &types) {
      guard let value = value(type, depth: 0) else { return nil }
      values.append(value)
    }
    return types.isEmpty ? values : nil
  }

  /// Removes the first type of a signature; nil if there is none that the reader knows.
  private static func removeType(of types: inout Substring.UnicodeScalarView) -> String? {
    let known = ["a{sv}", "as", "ao", "s", "o", "b", "i", "u", "x", "t", "d", "v"]
    guard let type = known.first(where: { types.starts(with: $0.unicodeScalars) }) else {
      return nil
    }
    types = types.dropFirst(type.unicodeScalars.count)
    return type
  }

  private func value(_ type: String, depth: Int) -> BusValue? {
    switch type {
    case "s": text("s").map(BusValue.text)
    case "o": text("o").map(BusValue.path)
    case "b": number("b", Int32(0)).map { .boolean($0 != 0) }
    case "i": number("i", Int32(0)).map(BusValue.int32)
    case "u": number("u", UInt32(0)).map(BusValue.uint32)
    case "x": number("x", Int64(0)).map(BusValue.int64)
    case "t": number("t", UInt64(0)).map(BusValue.uint64)
    case "d": number("d", 0.0).map(BusValue.double)
    case "v": variant(depth: depth)
    case "a{sv}": dictionary(depth: depth)
    default: array(String(type.dropFirst()))
    }
  }

  private func text(_ type: Unicode.Scalar) -> String? {
    var text: UnsafePointer<CChar>?
    let result = functions.sd_bus_message_read_basic(
      message, CChar(truncatingIfNeeded: type.value), &text)
    guard result > 0, let text, strnlen(text, Self.longestText + 1) <= Self.longestText else {
      return nil
    }
    return String(cString: text)
  }

  private func number<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ zero: Value) -> Value? {
    var number = zero
    let result = functions.sd_bus_message_read_basic(
      message, CChar(truncatingIfNeeded: type.value), &number)
    return result > 0 ? number : nil
  }

  private func array(_ element: String) -> BusValue? {
    guard enter("a", element) else { return nil }
    var values: [BusValue] = []
    while let value = value(element, depth: 0) {
      if values.count == Self.greatestCount { return nil }
      values.append(value)
    }
    return exit() ? .array(of: element, values) : nil
  }

  private func dictionary(depth: Int) -> BusValue? {
    guard depth < Self.greatestDepth, enter("a", "{sv}") else { return nil }
    var entries: [String: BusValue] = [:]
    while enter("e", "sv") {
      guard entries.count < Self.greatestEntryCount, let key = text("s"),
        case .variant(let contents)? = variant(depth: depth + 1), exit()
      else { return nil }
      if case .value(let value) = contents { entries[key] = value }
    }
    return exit() ? .dictionary(entries) : nil
  }

  /// Reads a variant. The message can be read further even if the variant has an unknown type.
  private func variant(depth: Int) -> BusValue? {
    var found: UnsafePointer<CChar>?
    guard functions.sd_bus_message_peek_type(message, nil, &found) > 0, let found else {
      return nil
    }
    let contents = String(cString: found)
    var rest = contents[...].unicodeScalars
    let type = BusReader.removeType(of: &rest)
    guard let type, rest.isEmpty, type != "v", type != "a{sv}" || depth < Self.greatestDepth else {
      return functions.sd_bus_message_skip(message, "v") >= 0
        ? .variant(.other(signature: contents)) : nil
    }
    guard enter("v", contents) else { return nil }
    let value = value(type, depth: depth)
    guard exit() else { return nil }
    return .variant(value.map { .value($0) } ?? .other(signature: contents))
  }

  private func enter(_ type: Unicode.Scalar, _ contents: String) -> Bool {
    functions.sd_bus_message_enter_container(
      message, CChar(truncatingIfNeeded: type.value), contents) > 0
  }

  private func exit() -> Bool { functions.sd_bus_message_exit_container(message) >= 0 }
}
