import CPlayheadSystemBus
import Glibc
import PlayheadTimekeeping

/// A connection to the session bus that offers one object under one name.
///
/// One thread makes all calls. It waits in `poll` until a message arrives.
final class BusConnection {
  /// Whether the name was granted.
  private(set) var ownsName = false

  private let functions: bus_functions
  private let bus: OpaquePointer
  private let path: String
  private let takes: (BusCall) -> Bool
  private let reply: (BusCall) -> BusReply
  private var failure: BusFailure?
  /// Called once a reply has been sent.
  private let didReply: () -> Void

  /// Begins to connect, to offer the object and to request the name. Does not wait for the bus.
  ///
  /// - Parameters:
  ///   - name: The name that clients use.
  ///   - path: The path of the object.
  ///   - takes: Whether the object has the method of a call, with arguments of these types. Only then
  ///     are they read.
  ///   - reply: Returns the reply to a call of the object.
  ///   - didReply: Called after each reply was sent.
  init(
    name: String, path: String, takes: @escaping (BusCall) -> Bool,
    reply: @escaping (BusCall) -> BusReply, didReply: @escaping () -> Void
  ) throws(BusFailure) {
    functions = try BusLibrary.load().functions
    var opened: OpaquePointer?
    let result = functions.sd_bus_open_user(&opened)
    guard result >= 0, let opened else { throw BusFailure(result) }
    bus = opened
    (self.path, self.takes, self.reply, self.didReply) = (path, takes, reply, didReply)
    let owner = Unmanaged.passUnretained(self).toOpaque()
    try check(
      functions.sd_bus_add_object(
        bus, nil, path,
        { message, owner, _ in BusConnection.of(owner)?.receive(call: message) ?? 0 }, owner))
    try check(
      functions.sd_bus_request_name_async(
        bus, nil, name, 0,
        { message, owner, _ in BusConnection.of(owner)?.receive(nameReply: message) ?? 0 }, owner))
  }

  deinit { _ = functions.sd_bus_close_unref(bus) }

  /// Handles messages until none has arrived.
  ///
  /// - Throws: Why the connection has ended.
  func process() throws(BusFailure) {
    while true {
      let result = functions.sd_bus_process(bus, nil)
      try check(result)
      if let failure { throw failure }
      if result == 0 { return }
    }
  }

  /// Sends a signal of the object. It is dropped if it is too long, or if the queue is full.
  func send(_ signal: BusSignal) {
    var message: OpaquePointer?
    let result = functions.sd_bus_message_new_signal(
      bus, &message, path, signal.interface, signal.member)
    if result >= 0, let message { send(message, signal.arguments) }
  }

  /// Whether messages wait because the bus does not read them.
  var isCongested: Bool { queuedCount > 0 }

  /// The number of replies that may wait. Beyond that, calls get none.
  private static let mostQueued = 64

  private var queuedCount: UInt64 {
    var count: UInt64 = 0
    return functions.sd_bus_get_n_queued_write(bus, &count) >= 0 ? count : 0
  }

  /// Waits until there is something to process, or the bell rings.
  func wait(for bell: Bell) throws(BusFailure) {
    let (descriptor, events) = (functions.sd_bus_get_fd(bus), functions.sd_bus_get_events(bus))
    try check(descriptor)
    try check(events)
    var polled = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
    ]
    if poll(&polled, 2, try millisecondsToDeadline()) > 0, polled[0].revents != 0 { bell.silence() }
  }

  /// The time until the library must be called without a message, rounded up; -1 for never.
  private func millisecondsToDeadline() throws(BusFailure) -> Int32 {
    var microseconds: UInt64 = .max
    try check(functions.sd_bus_get_timeout(bus, &microseconds))
    if microseconds == .max { return -1 }
    let now = UInt64(clamping: SystemHostClock.shared.now.nanoseconds / 1_000)
    return Int32(clamping: microseconds < now ? 0 : (microseconds - now) / 1_000 + 1)
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
    guard functions.sd_bus_message_get_expect_reply(call) > 0, queuedCount < Self.mostQueued else {
      return
    }
    var message: OpaquePointer?
    switch reply {
    case .values(let values):
      let result = functions.sd_bus_message_new_method_return(call, &message)
      if result >= 0, let message { send(message, values) }
    case .error(let error):
      let result = "org.freedesktop.DBus.Error.\(error.name.rawValue)".withCString { name in
        error.message.withCString { text in
          var error = sd_bus_error(name: name, message: text, _need_free: 0)
          return functions.sd_bus_message_new_method_error(call, &message, &error)
        }
      }
      if result >= 0, let message { send(message, []) }
    }
  }

  /// Sends a message with these values, and releases it.
  private func send(_ message: OpaquePointer, _ values: [BusValue]) {
    defer { _ = functions.sd_bus_message_unref(message) }
    let writer = BusWriter(message: message, functions: functions)
    do throws(BusFailure) {
      for value in values { try writer.append(value) }
      try check(functions.sd_bus_send(bus, message, nil))
    } catch {
      // The connection has ended, which `process` reports; or this message is longer than the bus
      // allows, and the caller gets no reply.
    }
  }

  private func receive(nameReply message: OpaquePointer?) -> Int32 {
    guard let message else { return 0 }
    if let error = functions.sd_bus_message_get_error(message) {
      let name = error.pointee.name.map { String(cString: $0) }
      let text = error.pointee.message.map { String(cString: $0) } ?? "no reason was given"
      // The library itself replies so if there is no connection.
      failure = BusFailure(
        name == "org.freedesktop.DBus.Error.NoReply"
          ? "the session bus cannot be reached" : "the session bus refuses the name: \(text)")
      return 1
    }
    var granted: UInt32 = 0
    let kind = CChar(truncatingIfNeeded: UnicodeScalar("u").value)
    _ = functions.sd_bus_message_read_basic(message, kind, &granted)
    // 1: the name was free; 4: it is ours already.
    ownsName = granted == 1 || granted == 4
    if !ownsName { failure = BusFailure("another program has the name on the session bus") }
    return 1
  }

  private func check(_ result: Int32) throws(BusFailure) {
    if result < 0 { throw BusFailure(result) }
  }

  private static func of(_ owner: UnsafeMutableRawPointer?) -> BusConnection? {
    owner.map { Unmanaged<BusConnection>.fromOpaque($0).takeUnretainedValue() }
  }
}
