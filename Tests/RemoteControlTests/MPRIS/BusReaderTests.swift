import CPlayheadSystemBus
import Testing

@testable import PlayheadInterprocess
@testable import PlayheadRemoteControl

/// Arguments of calls that are longer than those of any sensible client.
@Suite struct BusReaderTests {
  /// Reads a message that consists of as many of these texts as anyone reads.
  private func read(_ signature: String, _ text: String) throws -> [BusValue]? {
    var functions = try BusLibrary.load().functions
    functions.sd_bus_message_enter_container = { _, _, _ in 1 }
    functions.sd_bus_message_exit_container = { _ in 1 }
    functions.sd_bus_message_read_basic = { message, _, value in
      value.storeBytes(
        of: UnsafePointer<CChar>(message), as: UnsafePointer<CChar>.self)
      return 1
    }
    return text.withCString {
      BusReader(message: OpaquePointer($0), functions: functions).values(signature)
    }
  }

  @Test func anArrayIsReadUpToALimit() throws {
    #expect(try read("ao", "/") == nil)
    #expect(try read("oo", "/") == [.path("/"), .path("/")])
  }

  @Test func aTextIsReadUpToALimit() throws {
    let longest = String(repeating: "x", count: BusReader.longestText)
    #expect(try read("s", longest) == [.text(longest)])
    #expect(try read("s", longest + "x") == nil)
  }

  @Test func onlyArgumentsOfTheTypesOfAMethodAreRead() {
    let object = MPRISStage().object
    func takes(_ interface: BusInterface?, _ member: String, _ signature: String) -> Bool {
      object.takes(
        BusCall(interface: interface?.name, member: member, signature: signature, arguments: []))
    }
    #expect(takes(.player, "Play", "") && takes(.player, "SetPosition", "ox"))
    #expect(takes(nil, "Seek", "x") && takes(.properties, "Set", "ssv"))
    for signature in ["ai", "x", "aaaaai", "v"] { #expect(!takes(.player, "Play", signature)) }
    #expect(!takes(.player, "Quit", "ai") && !takes(nil, "Unknown", "ai"))
  }

  @Test func argumentsThatWereNotReadAreAnError() {
    let object = MPRISStage().object
    let reply = object.reply(
      to: BusCall(
        interface: BusInterface.player.name, member: "OpenUri", signature: "s", arguments: []))
    #expect(
      reply == .error(BusCallError(.invalidArguments, "the arguments of OpenUri are too long")))
  }
}
