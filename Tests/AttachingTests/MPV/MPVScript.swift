import PlayheadTimekeeping

@testable import PlayheadAttaching

/// A protocol machine for mpv, and what it reported and sent.
struct MPVScript {
  var machine = MPVProtocol()
  var reports: [SourceReport] = []
  var sent: [String] = []
  /// The instant of the last lines, in milliseconds.
  var now: Int64 = 0

  static func instant(_ milliseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// Begins, and receives a file that plays.
  static func playing(_ changes: [String: String] = [:]) -> MPVScript {
    var script = MPVScript()
    script.begin(changes)
    return script
  }

  mutating func begin(_ changes: [String: String] = [:]) {
    note(machine.begin(at: Self.instant(0)))
    receive(Self.values.map { Self.change($0.key, changes[$0.key] ?? $0.value) })
  }

  /// The number of properties that are observed: those below, and those that may be unknown.
  static let observedCount = values.count + MPVProperties.optional.count

  static let values: KeyValuePairs<String, String> = [
    "pause": "false", "core-idle": "false", "paused-for-cache": "false", "seeking": "false",
    "eof-reached": "false", "speed": "1.000000", "duration": "5.333000",
    "chapter-list": #"[{"title":"Two","time":1.5},{"title":"One","time":-0.021}]"#,
    "playlist-playing-pos": "0", "playlist-count": "2", "path": #""/a.mkv""#,
    "media-title": #""A""#,
    "volume": "100.0", "mute": "false", "seekable": "true",
    "container-fps": "25.0", "working-directory": #""/home/user""#, "demuxer-start-time": "0.021",
    "rebase-start-time": "true",
  ]

  static func change(_ name: String, _ value: String) -> String {
    #"{"event":"property-change","id":2,"name":"\#(name)","data":\#(value)}"#
  }

  /// Receives lines together, 10 ms after the last ones, unless the player is lost.
  mutating func receive(_ lines: [String]) {
    if case .lost = reports.last { return }
    let since = now
    now += 10
    let receipt = MessageReceipt(since: Self.instant(since), received: Self.instant(now))
    let output = machine.receive(lines.map { Array($0.utf8)[...] }, receipt)
    reports += output.reports
    note(output.lines)
  }

  mutating func receive(_ lines: String...) { receive(lines) }

  /// Replies to the last line that was sent.
  mutating func reply(_ data: String?, error: String = "success") {
    let data = data.map { #""data":\#($0),"# } ?? ""
    receive(#"{\#(data)"request_id":\#(identifier(of: sent.last)),"error":"\#(error)"}"#)
  }

  mutating func read() { note(machine.read(at: Self.instant(now))) }

  mutating func request(_ request: PlayerRequest) throws {
    note(try machine.request(request, at: Self.instant(now)))
  }

  /// Forgets what was reported and sent.
  mutating func forget() { (reports, sent) = ([], []) }

  func identifier(of line: String?) -> String {
    let text = line ?? ""
    return String(text.split(separator: "\"request_id\":").last?.dropLast() ?? "")
  }

  private mutating func note(_ lines: [UInt8]) {
    sent += String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The command of the last line.
  var lastCommand: String {
    String(sent.last?.split(separator: ",\"request_id\"").first?.dropFirst(11) ?? "")
  }

  /// The facts that were reported last.
  var facts: PlayerFacts? {
    for case .facts(let facts, _, _) in reports.reversed() { return facts }
    return nil
  }

  /// The reports in short words.
  var words: [String] { reports.map(Self.word) }

  static func word(_ report: SourceReport) -> String {
    switch report {
    case .facts(let facts, _, _): "\(facts.playback) \(facts.item?.identity ?? "-")"
    case .habits: "habits"
    case .uncertainty: "uncertainty"
    case .sound(let sound): "sound of \(sound?.program ?? "-")"
    case .reading(let reading): "reading \(reading.value.seconds)"
    case .withoutPosition: "without position"
    case .answered: "answered"
    case .seeking: "seeking"
    case .seekDestination(let target):
      "target \(target.position.seconds) + \(target.reach ?? .zero)"
    case .moved: "moved"
    case .noticed(let text): "noticed: \(text)"
    case .ended: "ended"
    case .refused(_, let reason): "refused: \(reason)"
    case .lost(.closed): "closed"
    case .lost(.failed(let reason)): "failed: \(reason)"
    }
  }
}
