import CPlayheadSystemBus
import Glibc

/// Reads the arguments of a message.
struct BusReader {
  let message: OpaquePointer
  let functions: bus_functions

  /// The maximum number of elements of an array.
  static let greatestCount = 1 << 17
  /// The maximum number of bytes of a text.
  static let longestText = 1 << 20

  /// Reads values of these types; nil if the message has others, or a text or list is too long.
  func values(_ signature: String) -> [BusValue]? {
    var values: [BusValue] = []
    var types = signature.unicodeScalars[...]
    while let type = types.popFirst() {
      let element = type == "a" ? types.popFirst() : nil
      guard let value = element.map(array) ?? value(type) else { return nil }
      values.append(value)
    }
    return values
  }

  private func value(_ type: Unicode.Scalar) -> BusValue? {
    switch type {
    case "s": text("s").map(BusValue.text)
    case "o": text("o").map(BusValue.path)
    case "b": number("b", Int32(0)).map { .boolean($0 != 0) }
    case "i": number("i", Int32(0)).map(BusValue.int32)
    case "x": number("x", Int64(0)).map(BusValue.int64)
    case "d": number("d", 0.0).map(BusValue.double)
    case "v": variant()
    default: nil
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

  private func array(_ element: Unicode.Scalar) -> BusValue? {
    let kind = CChar(truncatingIfNeeded: UnicodeScalar("a").value)
    guard functions.sd_bus_message_enter_container(message, kind, String(element)) > 0 else {
      return nil
    }
    var values: [BusValue] = []
    while let value = value(element) {
      if values.count == Self.greatestCount { return nil }
      values.append(value)
    }
    guard functions.sd_bus_message_exit_container(message) >= 0 else { return nil }
    return .array(of: String(element), values)
  }

  private func variant() -> BusValue? {
    var found: UnsafePointer<CChar>?
    guard functions.sd_bus_message_peek_type(message, nil, &found) > 0, let found else {
      return nil
    }
    let contents = String(cString: found)
    // Not read any further: a variant is a property's new value, which is a single argument.
    guard contents.unicodeScalars.count == 1, let type = contents.unicodeScalars.first, type != "v"
    else { return .variant(.other(signature: contents)) }
    let kind = CChar(truncatingIfNeeded: UnicodeScalar("v").value)
    guard functions.sd_bus_message_enter_container(message, kind, contents) > 0 else { return nil }
    guard let value = value(type) else { return .variant(.other(signature: contents)) }
    guard functions.sd_bus_message_exit_container(message) >= 0 else { return nil }
    return .variant(.value(value))
  }
}
