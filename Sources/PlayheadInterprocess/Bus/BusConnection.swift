import CPlayheadSystemBus
import Glibc
import PlayheadTimekeeping

/// A connection to the session bus.
///
/// One thread makes all calls. It waits in `poll` until a message arrives.
package final class BusConnection {
  let functions: bus_functions
  let bus: OpaquePointer
  private var failure: BusFailure?
  /// The closures for the replies to our calls, by the numbers of the calls.
  var awaitedReplies: [UInt64: (BusAnswer) -> Void] = [:]
  /// Called with each signal of a rule that was added.
  var didReceiveSignal: (ReceivedSignal) -> Void = { _ in }

  /// Begins to connect to a bus, or that of the session. Does not wait for it.
  package init(address: String? = nil) throws(BusFailure) {
    let functions = try BusLibrary.load().functions
    self.functions = functions
    var opened: OpaquePointer?
    let result =
      address.map { Self.open($0, &opened, functions) } ?? functions.sd_bus_open_user(&opened)
    guard result >= 0, let opened else {
      _ = functions.sd_bus_close_unref(opened)
      throw BusFailure(result)
    }
    bus = opened
  }

  private static func open(
    _ address: String, _ bus: inout OpaquePointer?, _ functions: bus_functions
  ) -> Int32 {
    let result = functions.sd_bus_new(&bus)
    guard result >= 0, let bus else { return result }
    let steps = [
      functions.sd_bus_set_address(bus, address), functions.sd_bus_set_bus_client(bus, 1),
      functions.sd_bus_start(bus),
    ]
    return steps.first { $0 < 0 } ?? 0
  }

  deinit { _ = functions.sd_bus_close_unref(bus) }

  /// Handles messages until none has arrived. Throws why the connection has ended.
  package func process() throws(BusFailure) {
    while true {
      let result = functions.sd_bus_process(bus, nil)
      try check(result)
      if let failure { throw failure }
      if result == 0 { return }
    }
  }

  /// Ends the connection: `process` throws the failure.
  func fail(_ failure: BusFailure) { self.failure = failure }

  /// Whether messages wait because the bus does not read them.
  package var isCongested: Bool { queuedCount > 0 }

  /// Whether so many messages wait that no other is sent.
  var isFull: Bool { queuedCount >= Self.mostQueued }

  private static let mostQueued = 64

  private var queuedCount: UInt64 {
    var count: UInt64 = 0
    return functions.sd_bus_get_n_queued_write(bus, &count) >= 0 ? count : 0
  }

  /// Waits until there is something to process, the bell rings, or the instant has come.
  package func wait(for bell: Bell, until instant: HostInstant? = nil) throws(BusFailure) {
    let (descriptor, events) = (functions.sd_bus_get_fd(bus), functions.sd_bus_get_events(bus))
    try check(descriptor)
    try check(events)
    var polled = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
    ]
    let limit = try millisecondsToDeadline(instant)
    if poll(&polled, 2, limit) > 0, polled[0].revents != 0 { bell.silence() }
  }

  /// The milliseconds until the library must be called without a message, or the instant, rounded up; -1 for never.
  private func millisecondsToDeadline(_ instant: HostInstant?) throws(BusFailure) -> Int32 {
    var microseconds: UInt64 = .max
    try check(functions.sd_bus_get_timeout(bus, &microseconds))
    if let instant {
      microseconds = min(microseconds, UInt64(clamping: instant.nanoseconds / 1_000))
    }
    if microseconds == .max { return -1 }
    let now = UInt64(clamping: SystemHostClock.shared.now.nanoseconds / 1_000)
    return Int32(clamping: microseconds < now ? 0 : (microseconds - now) / 1_000 + 1)
  }

  /// Appends the values to a message, sends it, and releases it.
  func send(_ message: OpaquePointer, _ values: [BusValue]) {
    defer { _ = functions.sd_bus_message_unref(message) }
    do throws(BusFailure) {
      try append(values, to: message)
      try check(functions.sd_bus_send(bus, message, nil))
    } catch {
      // The connection has ended, which `process` reports; or this message is longer than the bus
      // allows, and the caller gets no reply.
    }
  }

  func append(_ values: [BusValue], to message: OpaquePointer) throws(BusFailure) {
    let writer = BusWriter(message: message, functions: functions)
    for value in values { try writer.append(value) }
  }

  func check(_ result: Int32) throws(BusFailure) {
    if result < 0 { throw BusFailure(result) }
  }
}
