import PlayheadInterprocess
import Dispatch
import PlayheadLocking
import PlaybackSession
import PlayheadTestEnvironment
import Testing

@testable import PlayheadRemoteControl

@Suite struct HostileClientTests {
  private static let commands: [String] =
    CommandTable.all.map(\.name).filter { $0 != "quit" && $0 != "quit-watch-later" }

  private static let properties: [String] = PropertyTable.all.map(\.name)

  private static let words: [String] =
    commands + properties + [
      "get_property", "set_property", "observe_property", "unobserve_property",
      "get_property_string", "enable_event", "disable_event", "request_log_messages", "no-osd",
      "append", "absolute", "current", "inf", "no", "all", "50%",
    ]

  private static let values = [
    "1", "-1", "0", "1e9", "1e300", "9223372036854775807", "-9223372036854775808", "true", "null",
    "{}", "[]", #"{"interval":0.1}"#, #"{"at":[1,"50%"]}"#, #""""#, #""\\u0000""#, "0.5",
  ]

  /// Each JSON line has one reply; whatever it is, the session still plays afterwards.
  @Test func everyRequestHasOneReply() throws {
    var random = SplitMix64(seed: 22)
    for _ in 0..<TestEffort.rounds(8) {
      let stage = try MPVStage("a.mp4", "b.mp4")
      for _ in 0..<120 {
        var arguments: [String] = []
        for index in 0..<Int.random(in: 1...4, using: &random) {
          let isWord = index == 0 || Bool.random(using: &random)
          let word = isWord ? Self.words.randomElement(using: &random) : nil
          arguments.append(
            word.map { "\"\($0)\"" } ?? Self.values.randomElement(using: &random) ?? "1")
        }
        let line = "{\"command\":[\(arguments.joined(separator: ","))],\"request_id\":77}"
        let replies = stage.answer(line).filter { $0.contains("\"request_id\":77") }
        #expect(replies.count == 1, "\(line)")
        if Bool.random(using: &random) { stage.session.advance(milliseconds: 300) }
        _ = stage.lines()
      }
      #expect(stage.command(#""get_property","pid""#).contains("success"))
    }
  }

  @Test func linesOfCommandsAreCarriedOutOrIgnored() throws {
    var random = SplitMix64(seed: 23)
    let stage = try MPVStage("a.mp4")
    let parts =
      Self.words + ["\"", "'", ";", "#", "`", "${", "}", "${volume", ":", "$", "\\", "1", "-5"]
    for _ in 0..<TestEffort.rounds(800) {
      let count = Int.random(in: 0..<8, using: &random)
      let line = (0..<count).compactMap { _ in parts.randomElement(using: &random) }
      // A line of these parts may add files.
      stage.client.receive(line: Array(line.joined(separator: " ").utf8)[...])
      _ = stage.lines()
    }
    #expect(stage.command(#""get_property","pid""#).contains("success"))
  }

  @Test func nestedExpansionsAreLimited() throws {
    let stage = try MPVStage()
    let text = String(repeating: "${volume:", count: 5_000)
    #expect(stage.command("\"expand-text\",\"\(text)\"").contains("success"))
  }

  /// Forty thousand values of a list of long names would be gigabytes.
  @Test(
    arguments: TestEffort.some([
      "${playlist}", "${=playlist}", "${?playlist==a:b}", "${x:${playlist}}",
    ]))
  func theValuesInOneTextAreLimited(_ part: String) throws {
    let stage = try MPVStage(String(repeating: "n", count: 80_000))
    func expand(_ count: Int) -> String {
      stage.command("\"expand-text\",\"\(String(repeating: part, count: count))\"")
    }
    #expect(expand(10).contains("success"))
    #expect(expand(40_000) == #"{"request_id":0,"error":"error running command"}"#)
    #expect(expand(10).contains("success"))
  }

  @Test func oneValueMayBeLongerThanTheLimit() throws {
    let stage = try MPVStage(String(repeating: "n", count: 2_000_000))
    let reply = stage.command(#""expand-text","${playlist}${pause}""#)
    #expect(reply.contains("error running command"))
    #expect(stage.command(#""expand-text","${pause}${playlist}""#).utf8.count > 2_000_000)
  }

  /// The commands of a line are carried out before it is another client's turn.
  @Test func theValuesInTheCommandsOfOneLineAreLimited() throws {
    let stage = try MPVStage(String(repeating: "n", count: 80_000))
    _ = stage.command(#""request_log_messages","error""#)
    let line = String(repeating: "print-text ${playlist};", count: 1_000)
    let messages = stage.answer(line).filter { $0.contains("Command 'print-text'") }
    #expect((980..<1_000).contains(messages.count))
  }

  @Test func aListIsReadOnceForAllThatAskAtOneInstant() {
    let reads = Locked(0)
    let property = MPVProperty("list", .list) { _ in
      reads.withLock { $0 += 1 }
      return .array([])
    }
    let context = PropertyContext(SessionSnapshot(), player: nil, isSeeking: false)
    for _ in 0..<3 { #expect(context.value(of: property) == .array([])) }
    #expect(reads.withLock { $0 } == 1)
  }

  @Test func observersAreLimited() throws {
    let stage = try MPVStage()
    stage.client.state.withLock { state in
      for id in 0..<Int64(ClientState.observerLimit) {
        _ = state.observe("no-such-property", id: id, isText: false)
      }
    }
    let refusal = #"{"request_id":0,"error":"invalid parameter"}"#
    #expect(stage.command(#""observe_property",-1,"pause""#) == refusal)
    _ = stage.command(#""unobserve_property",5"#)
    #expect(stage.command(#""observe_property",-1,"pause""#) != refusal)
  }

  /// Clients on several threads send each other messages: none is lost, doubled or torn, and those of
  /// one client stay in order.
  @Test func messagesOfClientsOnManyThreadsArriveWholeAndInOrder() throws {
    let stage = try MPVStage()
    let clients = (1...4).map { stage.connect("ipc_\($0)") }
    let count = 50
    DispatchQueue.concurrentPerform(iterations: clients.count) { sender in
      for number in 0..<count {
        clients[sender].0.receive(line: Array("script-message \(sender) \(number)".utf8)[...])
      }
    }
    for (_, output) in clients {
      let messages = output.take().map { JSONParser.parse(Array($0.utf8)[...])?["args"] }
      #expect(messages.count == clients.count * count)
      for sender in clients.indices {
        let own = messages.filter { message in
          if case .array(let words)? = message {
            words.first == .string("\(sender)")
          } else {
            false
          }
        }
        #expect(own == (0..<count).map { .array([.string("\(sender)"), .string("\($0)")]) })
      }
    }
  }
}
