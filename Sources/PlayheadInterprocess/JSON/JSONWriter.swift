import PlayheadMedia

/// Writes values as mpv does: without spaces, and numbers with a point with six decimal places.
extension MPVNode {
  package var json: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// The value as the text of a property: the JSON of arrays and objects, and `yes` or `no`.
  package var text: String? {
    switch self {
    case .null: nil
    case .bool(let flag): flag ? "yes" : "no"
    case .string(let text): text
    case .int, .double, .array, .object: ExactText.text(of: json)
    }
  }

  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .int(let number): bytes += String(number).utf8
    case .double(let number): NumberText.append(number, to: &bytes)
    case .string(let text): MPVNode.append(quoted: text, to: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        MPVNode.append(quoted: member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // The scalars that `ExactText` uses begin with this byte.
    let exact = text.utf8.contains(0xF4) ? ExactText.bytes(of: text) : Array(text.utf8)
    for byte in exact {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 8: bytes += "\\b".utf8
      case 9: bytes += "\\t".utf8
      case 10: bytes += "\\n".utf8
      case 12: bytes += "\\f".utf8
      case 13: bytes += "\\r".utf8
      case 0..<32:
        bytes += "\\u00".utf8
        if byte < 16 { bytes.append(UInt8(ascii: "0")) }
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
