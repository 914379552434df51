import PlayheadCore
import PlayheadInterprocess
import PlayheadTimekeeping

/// mpv's JSON IPC, as a client that observes the playback.
///
/// Events and observed values are pushed in the order in which mpv formed them. Facts that change together are reported
/// once. A value that was pushed is a reading that was asked for when the connection last had no unread bytes.
package struct MPVProtocol: PlayerProtocol {
  /// The file that is open.
  enum Stage: Equatable {
    case none
    /// A file has been started, and is not loaded yet.
    case opening
    /// A file is loaded, and what describes it was asked for; the last of the requests.
    case describing(Int64)
    case open
  }

  /// The question that a reply answers.
  enum Question: Equatable {
    case property(String)
    case request(PlayerRequest)
    case position(MPVPosition, sent: HostInstant)
    /// Where a seek leads.
    case target(ofSeek: Int)
    /// Whether mpv observes a property.
    case observation(String)
  }

  /// The requests of the user that may wait for an answer at a time.
  static let greatestRequestCount = 64
  /// The number of targets of seeks that may be asked for at once.
  static let mostTargets = 16
  /// The lines without a meaning after which a player is none.
  static let greatestNonsenseCount = 100
  /// The identifier of the observed `time-pos`.
  static let frameObserver: Int64 = 1

  package internal(set) var isGreeted = false
  var properties = MPVProperties()
  var stage = Stage.none
  /// The number of files that were started.
  var fileCount = 0
  /// The properties of which nothing was received. No facts are reported before all are known.
  var unknown = Set(MPVProperties.required)
  var questions: [Int64: Question] = [:]
  /// The number of the last question that was asked.
  private(set) var lastQuestion: Int64 = 100
  var position = MPVPosition.sound
  /// Whether mpv pushes the times of frames.
  var observesFrames = false
  /// The frame that is shown while mpv is paused; nil if it is not known.
  var shownFrame: MediaTime?
  var seeks = MPVSeeks()
  /// The part that is repeated, or was until just now.
  var loop = MPVLoop()
  var accuracy = MPVAccuracy()
  /// Whether the correction of the pitch was turned off here, and must be turned on again; nil before a rate is requested.
  var restoresPitch: Bool?
  /// Whether the end of the present file was reported.
  var hasEnded = false
  var reported: PlayerFacts?
  var reportedHabits = MPVProtocol.habits
  private var reportedPitchError = Duration.zero
  private var nonsenseCount = 0

  package init() {}

  /// The habits of a file with sound.
  package static let habits = MPVAccuracy().habits(of: .sound)

  package mutating func begin(at now: HostInstant) -> [UInt8] {
    var lines: [UInt8] = []
    for (index, name) in (MPVProperties.required + MPVProperties.optional).enumerated() {
      let identifier = MPVNode.int(Int64(clamping: index) + Self.frameObserver + 1)
      lines += line([.string("observe_property"), identifier, .string(name)], .observation(name))
    }
    return lines
  }

  package mutating func receive(
    _ lines: [ArraySlice<UInt8>], _ receipt: MessageReceipt
  ) -> ProtocolOutput {
    var output = ProtocolOutput()
    var hasAnswered = false
    for line in lines {
      let message = JSONParser.parse(line)
      if let name = message?["event"]?.string {
        receive(event: name, message ?? .null, receipt, &output)
        if case .lost = output.reports.last { return output }
      } else if let message, message["error"]?.string != nil {
        if receive(reply: message, receipt, &output) { hasAnswered = true }
      } else if !isGreeted || nonsenseCount == Self.greatestNonsenseCount {
        output.reports.append(.lost(.failed("it does not speak mpv's JSON IPC")))
        return output
      } else {
        nonsenseCount += 1
      }
    }
    reportFacts(receipt, &output)
    if hasAnswered, output.reports.isEmpty { output.reports.append(.answered) }
    return output
  }

  /// Reports facts that have changed.
  mutating func reportFacts(_ receipt: MessageReceipt, _ output: inout ProtocolOutput) {
    loop.follow(
      properties.loop, isLastPass: properties.isLastPass, at: receipt.received)
    seeks.settle(waits: properties.isSeeking || properties.isCoreIdle, at: receipt.received)
    properties.settleDuration(isPlaying: facts.playback == .playing, at: receipt.received)
    let facts = facts
    guard unknown.isEmpty else { return }
    if pitchError != reportedPitchError {
      reportedPitchError = pitchError
      output.reports.append(.uncertainty(pitchError, bias: pitchError))
    }
    guard facts != reported else { return }
    reported = facts
    output.reports.append(.facts(facts, since: receipt.since, received: receipt.received))
  }

  /// Returns a line with a command, and remembers the question that its reply answers.
  mutating func line(_ command: [MPVNode], _ question: Question?) -> [UInt8] {
    lastQuestion &+= 1
    if let question { questions[lastQuestion] = question }
    let message = MPVNode.map(["command": .array(command), "request_id": .int(lastQuestion)])
    return message.json + [UInt8(ascii: "\n")]
  }
}
