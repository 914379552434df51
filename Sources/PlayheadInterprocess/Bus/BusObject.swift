import CPlayheadSystemBus

/// An object that a connection offers under a name. Used on the thread of the connection.
package final class BusObject {
  /// Whether the name was granted.
  package private(set) var ownsName = false

  private let connection: BusConnection
  private let path: String
  private let takes: (BusCall) -> Bool
  private let reply: (BusCall) -> BusReply
  /// Called once a reply has been sent.
  private let didReply: () -> Void
  private var slots: [OpaquePointer?] = [nil, nil]

  private var functions: bus_functions { connection.functions }

  /// Offers an object, and begins to request the name. If another program has it, the connection fails.
  ///
  /// Arguments are read only if `takes` accepts the method and its types. `didReply` is called after each reply.
  package init(
    on connection: BusConnection, name: String, path: String,
    takes: @escaping (BusCall) -> Bool, reply: @escaping (BusCall) -> BusReply,
    didReply: @escaping () -> Void
  ) throws(BusFailure) {
    (self.connection, self.path) = (connection, path)
    (self.takes, self.reply, self.didReply) = (takes, reply, didReply)
    let owner = Unmanaged.passUnretained(self).toOpaque()
    try connection.check(
      functions.sd_bus_add_object(
        connection.bus, &slots[0], path,
        { message, owner, _ in BusObject.of(owner)?.receive(call: message) ?? 0 }, owner))
    try connection.check(
      functions.sd_bus_request_name_async(
        connection.bus, &slots[1], name, 0,
        { message, owner, _ in BusObject.of(owner)?.receive(nameReply: message) ?? 0 }, owner))
  }

  deinit { for slot in slots { _ = functions.sd_bus_slot_unref(slot) } }

  /// Sends a signal of the object. It is dropped if it is too long, or if the queue is full.
  package func send(_ signal: BusSignal) {
    var message: OpaquePointer?
    let result = functions.sd_bus_message_new_signal(
      connection.bus, &message, path, signal.interface, signal.member)
    if result >= 0, let message { connection.send(message, signal.arguments) }
  }

  private func receive(call message: OpaquePointer?) -> Int32 {
    guard let message, let member = functions.sd_bus_message_get_member(message) else { return 0 }
    let signature = functions.sd_bus_message_get_signature(message, 1).map { String(cString: $0) }
    var call = BusCall(
      interface: functions.sd_bus_message_get_interface(message).map { String(cString: $0) },
      member: String(cString: member), signature: signature ?? "", arguments: [])
    if takes(call) {
      let reader = BusReader(message: message, functions: functions)
      call.arguments = reader.values(call.signature) ?? []
    }
    send(reply(call), to: message)
    didReply()
    return 1
  }

  private func send(_ reply: BusReply, to call: OpaquePointer) {
    guard functions.sd_bus_message_get_expect_reply(call) > 0, !connection.isFull else { return }
    var message: OpaquePointer?
    switch reply {
    case .values(let values):
      let result = functions.sd_bus_message_new_method_return(call, &message)
      if result >= 0, let message { connection.send(message, values) }
    case .error(let error):
      let result = "org.freedesktop.DBus.Error.\(error.name.rawValue)".withCString { name in
        error.message.withCString { text in
          var error = sd_bus_error(name: name, message: text, _need_free: 0)
          return functions.sd_bus_message_new_method_error(call, &message, &error)
        }
      }
      if result >= 0, let message { connection.send(message, []) }
    }
  }

  private func receive(nameReply message: OpaquePointer?) -> Int32 {
    guard let message else { return 0 }
    if let error = functions.sd_bus_message_get_error(message) {
      let error = ReceivedError(error.pointee)
      // The library itself replies so if there is no connection.
      connection.fail(
        BusFailure(
          error.isUnanswered
            ? "the session bus cannot be reached"
            : "the session bus refuses the name: \(error.message)"))
      return 1
    }
    var granted: UInt32 = 0
    let kind = CChar(truncatingIfNeeded: UnicodeScalar("u").value)
    _ = functions.sd_bus_message_read_basic(message, kind, &granted)
    // 1: the name was free; 4: it is ours already.
    ownsName = granted == 1 || granted == 4
    if !ownsName {
      connection.fail(BusFailure("another program has the name on the session bus"))
    }
    return 1
  }

  private static func of(_ owner: UnsafeMutableRawPointer?) -> BusObject? {
    owner.map { Unmanaged<BusObject>.fromOpaque($0).takeUnretainedValue() }
  }
}
