import PlayheadAttaching
import PlayheadTimekeeping

/// A protocol machine for MPD, with its reports and requests.
struct MPDScript {
  var machine: MPDProtocol
  var reports: [SourceReport] = []
  /// The lines that were sent.
  var sent: [String] = []
  /// The instant of the last lines, in milliseconds.
  var now: Int64 = 0

  init(password: String? = nil) { machine = MPDProtocol(password: password) }

  /// A song that plays, at 10 s of 60 s.
  static func playing(_ status: String = MPDScript.status()) -> MPDScript {
    var script = MPDScript()
    script.receive("OK MPD 0.23.5\n")
    script.receive(status + song())
    return script
  }

  static func status(
    _ state: String = "play", elapsed: String = "10.000", id: String = "1",
    audio: String = "44100:16:2",
    more: String = ""
  ) -> String {
    """
    volume: 70
    state: \(state)
    song: 0
    songid: \(id)
    playlistlength: 2
    elapsed: \(elapsed)
    duration: 60.000
    audio: \(audio)
    \(more)OK

    """
  }

  static let stopped = "volume: 70\nplaylistlength: 2\nstate: stop\nOK\n"

  static func song(id: String = "1") -> String {
    "file: a/b.flac\nTitle: T\nTitle: U\nArtist: A\nPos: 0\nId: \(id)\nOK\n"
  }

  /// Receives text whose last line is complete, unless the player is lost.
  mutating func receive(_ text: String, after milliseconds: Int64 = 10) {
    if case .lost = reports.last { return }
    let since = now
    now += milliseconds
    let receipt = MessageReceipt(
      since: MPVScript.instant(since), received: MPVScript.instant(now))
    var lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map {
      Array($0)[...]
    }
    lines.removeLast()
    let output = machine.receive(lines, receipt)
    reports += output.reports
    note(output.lines)
  }

  mutating func read() { note(machine.read(at: MPVScript.instant(now))) }

  mutating func request(_ request: PlayerRequest) throws {
    note(try machine.request(request, at: MPVScript.instant(now)))
  }

  /// Forgets the reports and requests.
  mutating func forget() { (reports, sent) = ([], []) }

  private mutating func note(_ lines: [UInt8]) {
    sent += String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  var words: [String] { reports.map(MPVScript.word) }

  var facts: PlayerFacts? {
    for case .facts(let facts, _, _) in reports.reversed() { return facts }
    return nil
  }

  static let idle = "idle player playlist mixer options"
}
