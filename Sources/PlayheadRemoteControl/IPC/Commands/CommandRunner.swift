import PlayheadInterprocess
import PlayheadMedia
import PlaybackSession

/// Carries out a line of a client.
struct CommandRunner {
  let client: MPVClient
  let budget = ExpansionBudget()
  var interface: MPVInterface { client.interface }
  var session: any ControlledSession { client.interface.session }

  /// Carries out a line, a JSON object or commands as input.conf has them. Only the former has a reply.
  func answer(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let text = line.drop { $0 == 32 || (9...13).contains($0) }
    switch text.first {
    case nil, UInt8(ascii: "#"): break
    case UInt8(ascii: "{"): return answer(JSONParser.parse(text)) + [UInt8(ascii: "\n")]
    default:
      do throws(MPVError) {
        for request in try CommandLineParser.parse(text) { try runLogged(request) }
      } catch {
        let shown = ExactText.text(ofPlain: String(decoding: text.prefix(200), as: UTF8.self))
        interface.log(.error, "\(error.rawValue): \(shown)", prefix: "input")
      }
    }
    return []
  }

  private func runLogged(_ request: CommandRequest) throws(MPVError) {
    do throws(MPVError) {
      _ = try run(request)
    } catch {
      interface.log(.error, "Command '\(request.name)': \(error.rawValue)", prefix: "input")
    }
  }

  /// Answers a request, which is nil if it is no JSON, without a newline.
  private func answer(_ request: MPVNode?) -> [UInt8] {
    var members: [MPVNode.Member] = [.init("request_id", .int(0))]
    do throws(MPVError) {
      guard let request else { throw .invalidParameter }
      let isAsynchronous = try isAsynchronous(request)
      if let id = request["request_id"] { members[0].value = id }
      guard !isAsynchronous || members[0].value.int != nil else { throw .invalidParameter }
      switch try parse(request["command"]) {
      case .ofClient(let command):
        if let data = try run(command) { members.insert(.init("data", data), at: 0) }
        members.append(.init("error", .string("success")))
      case .ofPlayer(let command) where isAsynchronous:
        // The reply of an asynchronous command has another order, and data even after an error.
        let result = result(of: command)
        members.append(.init("error", .string(result.error?.rawValue ?? "success")))
        members.append(.init("data", result.data))
      case .ofPlayer(let command):
        let result = result(of: command)
        if let error = result.error { throw error }
        members.insert(.init("data", result.data), at: 0)
        members.append(.init("error", .string("success")))
      }
    } catch {
      members.append(.init("error", .string(error.rawValue)))
    }
    return MPVNode.object(members).json
  }

  private enum Command {
    /// The name and the arguments of a command that changes only the client, or reads or sets properties.
    case ofClient(ClientCommand)
    case ofPlayer(CommandRequest)
  }

  private func isAsynchronous(_ request: MPVNode) throws(MPVError) -> Bool {
    switch request["async"] {
    case nil: return false
    case .bool(let flag): return flag
    default: throw .invalidParameter
    }
  }

  private func parse(_ node: MPVNode?) throws(MPVError) -> Command {
    switch node {
    case .array(let words):
      if let name = words.first?.string, let kind = ClientCommand.Kind(rawValue: name) {
        return .ofClient(ClientCommand(kind: kind, arguments: Array(words.dropFirst())))
      }
      return .ofPlayer(try CommandRequest(words: words, expandsProperties: false))
    case .object(let members): return .ofPlayer(try CommandRequest(members: members))
    default: throw .invalidParameter
    }
  }

  private func result(of request: CommandRequest) -> (data: MPVNode, error: MPVError?) {
    do throws(MPVError) {
      return (try run(request), nil)
    } catch {
      return (.null, error)
    }
  }
}
