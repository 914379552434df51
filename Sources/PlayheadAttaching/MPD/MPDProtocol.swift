import PlayheadCore
import PlayheadInterprocess
import PlayheadTimekeeping

/// MPD's protocol, as a client that waits for changes with `idle` and interrupts that to read and to ask.
///
/// MPD answers each command in order. `noidle` itself has no answer: it completes `idle`, and does nothing if
/// that is complete already. So commands follow it at once, and a reading costs one round trip.
package struct MPDProtocol: PlayerProtocol {
  /// A command whose answer is awaited.
  enum Command: Equatable {
    case password
    case status(sent: HostInstant, isRead: Bool)
    case song
    /// Where the music is. An MPD reports it only to clients at its Unix socket.
    case configuration
    case idle
    case request(PlayerRequest, sent: HostInstant)
  }

  /// The requests of the user that may wait for an answer at a time.
  static let greatestRequestCount = 64
  /// The habits of an MPD whose sound has an unknown format.
  package static let habits: PositionHabits = {
    var habits = PositionHabits(
      resolution: .milliseconds(1), hold: .milliseconds(300), noise: .milliseconds(5))
    // It fills its output first.
    habits.startLag = .milliseconds(400)
    return habits
  }()

  package private(set) var isGreeted = false
  private let password: String?
  private var isConnected = false
  private var commands: [Command] = []
  private var answer = MPDAnswer()
  /// The received properties of the song and the player.
  var player = MPDPlayer()

  /// - Parameter password: Sent after the greeting, if there is one.
  package init(password: String? = nil) { self.password = password }

  package mutating func begin(at now: HostInstant) -> [UInt8] { [] }

  package mutating func connected(to process: Int32) { player.process = process }

  package mutating func receive(
    _ lines: [ArraySlice<UInt8>], _ receipt: MessageReceipt
  ) -> ProtocolOutput {
    var output = ProtocolOutput()
    for line in lines {
      if let reason = receive(line, receipt, &output) {
        output.reports.append(.lost(.failed(reason)))
        break
      }
    }
    return output
  }

  /// Receives a line. Returns a reason in words if the player makes no sense.
  private mutating func receive(
    _ line: ArraySlice<UInt8>, _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) -> String? {
    guard isConnected else {
      guard line.starts(with: "OK MPD ".utf8) else { return "it does not speak MPD's protocol" }
      isConnected = true
      if let password {
        output.lines += send([("password \(Self.quoted(password))", .password)], resuming: false)
      }
      let place: [(String, Command)] = player.process == nil ? [] : [("config", .configuration)]
      output.lines += send(questions(at: receipt.received) + place)
      return nil
    }
    let step = answer.add(line)
    if step == .incomplete { return nil }
    if step == .endless { return "an answer has no end" }
    guard !commands.isEmpty else { return "it sends an answer to no command" }
    let answer = answer
    self.answer = MPDAnswer()
    return receive(step, answer, to: commands.removeFirst(), receipt, &output)
  }

  private mutating func receive(
    _ step: MPDAnswer.Step, _ answer: MPDAnswer, to command: Command, _ receipt: MessageReceipt,
    _ output: inout ProtocolOutput
  ) -> String? {
    if case .failed(_, let reason) = step {
      switch command {
      case .request(let request, _): output.reports.append(.refused(request, reason))
      case .configuration: break
      default: return reason
      }
      return nil
    }
    switch command {
    case .password: break
    case .status(let sent, let isRead):
      isGreeted = true
      let reports = player.receive(MPDStatus(answer), sent: sent, receipt)
      output.reports += reports
      let hasReading = reports.contains {
        switch $0 {
        case .reading, .answered: true
        default: false
        }
      }
      if isRead, !hasReading {
        output.reports.append(player.hasPosition ? .withoutPosition : .answered)
      }
    case .song: output.reports += player.receive(song: answer, receipt)
    case .configuration: output.reports += player.receive(configuration: answer, receipt)
    case .idle:
      if answer.hasChange {
        player.recordChange(since: receipt.since)
        output.lines += send(questions(at: receipt.received))
      } else if !commands.contains(.idle) {
        output.lines += send([])
      }
    case .request(.seek(let target), let sent):
      output.reports += player.finishSeek(to: target, sent: sent, receipt)
    case .request(.next, _), .request(.previous, _): player.skip()
    case .request: break
    }
    return nil
  }

  /// The commands that ask for everything.
  private func questions(at now: HostInstant) -> [(String, Command)] {
    [("status", .status(sent: now, isRead: false)), ("currentsong", .song)]
  }

  package var owesPosition: Bool {
    commands.contains { if case .status(_, true) = $0 { true } else { false } }
  }

  package mutating func read(at now: HostInstant) -> [UInt8] {
    guard isConnected, player.hasPosition, !owesPosition else { return [] }
    return send([("status", .status(sent: now, isRead: true))])
  }

  package mutating func request(
    _ request: PlayerRequest, at now: HostInstant
  ) throws(TransportRefusal) -> [UInt8] {
    guard isGreeted else { throw .unavailable }
    let waiting = commands.count { if case .request = $0 { true } else { false } }
    if waiting >= Self.greatestRequestCount { throw .unsupported("the player does not answer") }
    guard let command = try MPDRequest.command(for: request, to: player) else { return [] }
    return send([(command, .request(request, sent: now))])
  }

  /// Returns the lines of commands, and waits for changes again after them.
  private mutating func send(
    _ new: [(line: String, command: Command)], resuming: Bool = true
  ) -> [UInt8] {
    var text = commands.last == .idle ? "noidle\n" : ""
    for (line, command) in new {
      text += line + "\n"
      commands.append(command)
    }
    if resuming {
      text += "idle player playlist mixer options\n"
      commands.append(.idle)
    }
    return Array(text.utf8)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// The commands that ask an MPD to do something.
enum MPDRequest {
  /// Returns the line of a request; nil if the request has no effect.
  static func command(
    for request: PlayerRequest, to player: MPDPlayer
  ) throws(TransportRefusal) -> String? {
    switch request {
    case .setPaused(true): return "pause 1"
    case .setPaused(false): return player.hasPosition ? "pause 0" : "play"
    case .seek(let time):
      guard player.hasPosition else { throw .unavailable }
      return "seekcur \(seconds(of: max(time, .zero)))"
    case .setRate(let rate):
      if rate == .normal { return nil }
      throw .unsupported("MPD cannot play at another rate")
    case .next: return "next"
    case .previous: return "previous"
    case .setVolume(let volume):
      guard volume.isFinite else { throw .unsupported("the volume must be a number") }
      return "setvol \(Int(min(max(volume.rounded(), 0), 100)))"
    case .setMuted: throw .unsupported("MPD cannot turn its sound off")
    case .quit: throw .unsupported("MPD is not ended, because other programs use it")
    }
  }

  /// Returns a time in seconds with three decimal places.
  private static func seconds(of time: MediaTime) -> String {
    let milliseconds = time.nanoseconds(rounding: .down) / 1_000_000
    let fraction = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
