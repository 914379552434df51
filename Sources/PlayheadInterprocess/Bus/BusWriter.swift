import CPlayheadSystemBus

/// Appends values to a message.
package struct BusWriter {
  package let message: OpaquePointer
  package let functions: bus_functions

  /// Appends a value. Throws the library's result if that fails, because the message is too long.
  package func append(_ value: BusValue) throws(BusFailure) {
    switch value {
    case .text(let text): try append(text, as: "s")
    case .path(let path): try append(path, as: "o")
    case .boolean(let isTrue): try appendBasic(Int32(isTrue ? 1 : 0), as: "b")
    case .int32(let number): try appendBasic(number, as: "i")
    case .uint32(let number): try appendBasic(number, as: "u")
    case .int64(let number): try appendBasic(number, as: "x")
    case .uint64(let number): try appendBasic(number, as: "t")
    case .double(let number): try appendBasic(number, as: "d")
    case .array(let element, let values):
      try inContainer("a", element) { () throws(BusFailure) in
        for value in values { try append(value) }
      }
    case .dictionary(let entries):
      try inContainer("a", "{sv}") { () throws(BusFailure) in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          try inContainer("e", "sv") { () throws(BusFailure) in
            try append(key, as: "s")
            try append(.variant(.value(value)))
          }
        }
      }
    case .variant(.value(let contents)):
      try inContainer("v", contents.signature) { () throws(BusFailure) in try append(contents) }
    case .variant(.other): throw BusFailure("a value of an unknown type cannot be sent")
    }
  }

  private func append(_ text: String, as type: Unicode.Scalar) throws(BusFailure) {
    let result = text.withCString {
      functions.sd_bus_message_append_basic(message, CChar(truncatingIfNeeded: type.value), $0)
    }
    try check(result)
  }

  private func appendBasic<Value: BitwiseCopyable>(
    _ value: Value, as type: Unicode.Scalar
  ) throws(BusFailure) {
    let result = withUnsafePointer(to: value) {
      functions.sd_bus_message_append_basic(message, CChar(truncatingIfNeeded: type.value), $0)
    }
    try check(result)
  }

  private func inContainer(
    _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusFailure) -> Void
  ) throws(BusFailure) {
    try check(
      functions.sd_bus_message_open_container(
        message, CChar(truncatingIfNeeded: type.value), contents))
    try body()
    try check(functions.sd_bus_message_close_container(message))
  }

  private func check(_ result: Int32) throws(BusFailure) {
    if result < 0 { throw BusFailure(result) }
  }
}
