import CPlayheadSystemBus

/// Calls of other programs, and their signals.
extension BusConnection {
  /// The number of calls that may wait for replies.
  private static let mostAwaited = 256

  /// Sends a call. `reply` is called once, in `process`, or at once with an error, unless the connection ends.
  package func call(
    _ request: BusRequest, within limit: Duration, reply: @escaping (BusAnswer) -> Void
  ) {
    do throws(BusFailure) {
      awaitedReplies[try begin(request, within: limit)] = reply
    } catch {
      reply(.error(ReceivedError(name: "", message: error.reason)))
    }
  }

  /// Sends a call, and returns the number that its reply will have.
  private func begin(
    _ request: BusRequest, within limit: Duration
  ) throws(BusFailure) -> UInt64 {
    if isFull || awaitedReplies.count >= Self.mostAwaited {
      throw BusFailure("too many calls wait for a reply")
    }
    var message: OpaquePointer?
    try check(
      functions.sd_bus_message_new_method_call(
        bus, &message, request.destination, request.path, request.interface, request.member))
    defer { _ = functions.sd_bus_message_unref(message) }
    guard let message else { throw BusFailure("the call cannot be made") }
    // A program that has gone is not started again to answer.
    try check(functions.sd_bus_message_set_auto_start(message, 0))
    try append(request.arguments, to: message)
    let microseconds = limit / .microseconds(1)
    try check(
      functions.sd_bus_call_async(
        bus, nil, message,
        { message, owner, _ in BusConnection.of(owner)?.receive(reply: message) ?? 0 },
        Unmanaged.passUnretained(self).toOpaque(), UInt64(max(1, min(microseconds, 1e9)))))
    var number: UInt64 = 0
    try check(functions.sd_bus_message_get_cookie(message, &number))
    return number
  }

  /// Forgets the calls that wait for replies, whose closures may retain the connection.
  package func forgetCalls() {
    let forgotten = awaitedReplies
    awaitedReplies = [:]
    withExtendedLifetime(forgotten) {}
  }

  /// Calls the closure with each signal, in `process`. Replaces the previous closure.
  package func setSignalHandler(_ handler: @escaping (ReceivedSignal) -> Void) {
    didReceiveSignal = handler
  }

  /// Begins to receive signals that match a rule of D-Bus; those that match two rules come twice.
  package func addMatch(_ rule: String) throws(BusFailure) {
    try check(
      functions.sd_bus_add_match_async(
        bus, nil, rule,
        { message, owner, _ in BusConnection.of(owner)?.receive(signal: message) ?? 0 }, nil,
        Unmanaged.passUnretained(self).toOpaque()))
  }

  private func receive(reply message: OpaquePointer?) -> Int32 {
    var number: UInt64 = 0
    guard let message, functions.sd_bus_message_get_reply_cookie(message, &number) >= 0,
      let reply = awaitedReplies.removeValue(forKey: number)
    else { return 0 }
    if let error = functions.sd_bus_message_get_error(message) {
      reply(.error(ReceivedError(error.pointee)))
    } else {
      reply(.values(arguments(of: message), sender: sender(of: message)))
    }
    return 1
  }

  private func receive(signal message: OpaquePointer?) -> Int32 {
    guard let message, let interface = functions.sd_bus_message_get_interface(message),
      let member = functions.sd_bus_message_get_member(message)
    else { return 0 }
    let signal = BusSignal(String(cString: interface), String(cString: member))
    var received = ReceivedSignal(sender: sender(of: message), signal: signal)
    received.signal.arguments = arguments(of: message)
    didReceiveSignal(received)
    // Other rules may match, too.
    return 0
  }

  private func sender(of message: OpaquePointer) -> String {
    functions.sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
  }

  /// The arguments; none if they have a type that the reader does not know, or are too long.
  private func arguments(of message: OpaquePointer) -> [BusValue] {
    guard let signature = functions.sd_bus_message_get_signature(message, 1) else { return [] }
    return BusReader(message: message, functions: functions)
      .values(String(cString: signature)) ?? []
  }

  private static func of(_ owner: UnsafeMutableRawPointer?) -> BusConnection? {
    owner.map { Unmanaged<BusConnection>.fromOpaque($0).takeUnretainedValue() }
  }
}
