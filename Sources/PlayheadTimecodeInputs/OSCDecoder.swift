/// Reads the messages of a datagram of Open Sound Control 1.0.
package enum OSCDecoder {
  /// A message with the arguments that may state a position.
  package struct Message: Hashable, Sendable {
    package var address: String
    /// The arguments that are numbers, in order, without time tags.
    package var numbers: [Double]
    /// The arguments that are texts, in order.
    package var texts: [String]
  }

  /// How deep bundles may be in bundles, and the most messages of a datagram.
  private static let (greatestDepth, greatestCount) = (8, 64)

  /// Returns the messages of a datagram; none if it is damaged.
  package static func messages(of bytes: [UInt8]) -> [Message] {
    var found: [Message] = []
    return collect(bytes[...], depth: 0, &found) ? found : []
  }

  private static func collect(
    _ bytes: ArraySlice<UInt8>, depth: Int, _ found: inout [Message]
  ) -> Bool {
    guard depth <= greatestDepth, found.count < greatestCount else { return false }
    var rest = bytes
    if bytes.first != UInt8(ascii: "#") {
      guard let message = message(&rest) else { return false }
      found.append(message)
      return true
    }
    guard text(&rest) == "#bundle", number(&rest, UInt64.self) != nil else { return false }
    while !rest.isEmpty {
      guard let size = number(&rest, UInt32.self), size <= rest.count, size % 4 == 0,
        collect(rest.prefix(Int(size)), depth: depth + 1, &found)
      else { return false }
      rest = rest.dropFirst(Int(size))
    }
    return true
  }

  private static func message(_ rest: inout ArraySlice<UInt8>) -> Message? {
    guard let address = text(&rest), address.hasPrefix("/"), let types = text(&rest),
      types.first == ","
    else { return nil }
    var message = Message(address: address, numbers: [], texts: [])
    for type in types.dropFirst() {
      var value: Double?
      switch type {
      case "i": value = number(&rest, UInt32.self).map { Double(Int32(bitPattern: $0)) }
      case "h": value = number(&rest, UInt64.self).map { Double(Int64(bitPattern: $0)) }
      case "t" where number(&rest, UInt64.self) != nil: continue
      case "f": value = number(&rest, UInt32.self).map { Double(Float(bitPattern: $0)) }
      case "d": value = number(&rest, UInt64.self).map { Double(bitPattern: $0) }
      case "s", "S":
        guard let text = text(&rest) else { return nil }
        message.texts.append(text)
        continue
      case "T", "F", "N", "I": continue
      // The length of others is not known, so that those after them cannot be read.
      default: return message
      }
      guard let value else { return nil }
      message.numbers.append(value)
    }
    return message
  }

  /// Receives a text with its zeros, up to a multiple of four bytes.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    let bytes = rest[..<end]
    let length = (bytes.count / 4 + 1) * 4
    guard length <= rest.count else { return nil }
    rest = rest.dropFirst(length)
    return String(validating: bytes, as: UTF8.self)
  }

  /// Receives a number in the order of the network.
  private static func number<Number: FixedWidthInteger>(
    _ rest: inout ArraySlice<UInt8>, _ type: Number.Type
  ) -> Number? {
    let size = Number.bitWidth / 8
    guard rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }
}
