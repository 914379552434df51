/// A key interpreter that calls a handler for each key.
struct SingleKeys: KeyInterpreter {
  private var decoder = KeyDecoder()
  private let handler: (Key) -> Void

  init(_ handler: @escaping (Key) -> Void) {
    self.handler = handler
  }

  var isWithinSequence: Bool { decoder.isWithinSequence }

  mutating func timeOut() { decoder.timeOut() }

  mutating func take(_ byte: UInt8) {
    if let key = decoder.take(byte) { handler(key) }
  }
}
