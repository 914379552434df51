import Testing

/// Expects that a process ended with a trap whose message contains `rule`.
func expect(_ rule: String, in result: ExitTest.Result?) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(text.contains(rule))
}
