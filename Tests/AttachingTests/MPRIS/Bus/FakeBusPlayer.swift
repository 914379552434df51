import Dispatch
import Foundation
import PlayheadInterprocess
import PlayheadLocking
import PlayheadTimekeeping

@testable import PlayheadAttaching

/// A player on a bus that replies as the test wants.
final class FakeBusPlayer: Sendable {
  private struct State {
    var properties: [String: BusValue]
    var replies: [String: BusReply] = [:]
    var methods: [String] = []
    var signals: [BusSignal] = []
    var isClosed = false
  }

  private let state: Locked<State>
  private let bell = Bell()
  private let ended = DispatchSemaphore(value: 0)

  /// Offers a player, and waits until it has its name.
  init(_ bus: PrivateBus, _ name: String, _ properties: [String: BusValue]) {
    state = Locked(State(properties: properties))
    let started = DispatchSemaphore(value: 0)
    let address = bus.address
    Thread.detachNewThread { [self] in
      do { try serve(address, MPRISTarget.prefix + name, started) } catch {}
      started.signal()
      ended.signal()
    }
    started.wait()
  }

  /// Leaves the bus, and waits until that is done.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
    ended.wait()
  }

  /// The methods that were called, apart from those that read properties.
  var methods: [String] { state.withLock { $0.methods } }

  /// Sets what the player replies to a method.
  func reply(to method: String, with reply: BusReply) {
    state.withLock { $0.replies[method] = reply }
  }

  /// Changes properties, and signals that.
  func change(_ values: [String: BusValue]) {
    state.withLock { $0.properties.merge(values) { $1 } }
    emit(
      BusSignal(
        MPRISCall.properties, "PropertiesChanged", .text(MPRISCall.player), .dictionary(values),
        .texts([])))
  }

  func emit(_ signal: BusSignal) {
    state.withLock { $0.signals.append(signal) }
    bell.ring()
  }

  private func serve(
    _ address: String, _ name: String, _ started: DispatchSemaphore
  ) throws(BusFailure) {
    let connection = try BusConnection(address: address)
    let object = try BusObject(
      on: connection, name: name, path: MPRISCall.object, takes: { _ in true },
      reply: { self.reply(to: $0) }, didReply: {})
    var hasStarted = false
    while true {
      try connection.process()
      if object.ownsName, !hasStarted {
        hasStarted = true
        started.signal()
      }
      let (signals, isClosed) = state.withLock { state in
        defer { state.signals = [] }
        return (state.signals, state.isClosed)
      }
      for signal in signals { object.send(signal) }
      if isClosed { return }
      try connection.wait(for: bell)
    }
  }

  private func reply(to call: BusCall) -> BusReply {
    state.withLock { state in
      if call.interface != MPRISCall.properties { state.methods.append(call.member) }
      if let reply = state.replies[call.member] { return reply }
      switch (call.member, call.arguments.last) {
      case ("GetAll", .text(MPRISCall.player)): return .values([.dictionary(state.properties)])
      case ("GetAll", _): return .values([.dictionary([:])])
      case ("Get", .text(let name)):
        return state.properties[name].map { .values([.variant(.value($0))]) }
          ?? .error(BusCallError(.unknownProperty, "no \(name)"))
      case ("Set", _): return .error(BusCallError(.failed, "it cannot be set"))
      default: return .values([])
      }
    }
  }
}
