import PlayheadInterprocess
import PlayheadLocking
import PlaybackSession
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadRemoteControl

/// One session that is controlled by everything at once: keys, a script, two sockets and a desktop.
@Suite struct RequestSourceTests {
  /// The replies that clients were sent since the last call.
  private final class Replies: Sendable {
    private let lines = Locked([String]())

    func add(_ bytes: [UInt8]) {
      let new = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      lines.withLock { $0 += new.filter { $0.contains("request_id") }.map(String.init) }
    }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  /// The session, its interfaces and the model that must agree with it.
  private final class Run {
    let stage = SessionStage()
    var model = RequestModel()
    private var numbers: SplitMix64
    private let replies = Replies()
    private let interface: MPVInterface
    private var clients: [MPVClient] = []
    private let desktop: MPRISObject
    private let follower: SessionFollower

    init(seed: UInt64) {
      numbers = SplitMix64(seed: seed)
      interface = MPVInterface(session: stage)
      follower = SessionFollower(stage) {}
      desktop = MPRISObject(follower, directory: Array("/".utf8), at: stage.clock.now)
      follower.begin()
      clients = (0..<2).map { [replies] number in
        MPVClient(name: "ipc_\(number)", interface: interface) { replies.add($0) }
      }
      _ = stage.story()
    }

    private func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    private func fileName() -> String {
      ["a", "a", "late 1.5", "late 30", "missing"][random(0..<5)]
    }

    private func place() -> LoadMode {
      [LoadMode.append, .appendAndPlay, .appendAndPlay, .replace][random(0..<4)]
    }

    /// A request of a key or of a line of a script.
    private func userRequest() -> SessionRequest {
      switch random(0..<24) {
      case 0..<3: .setPaused(random(0..<2) == 0)
      case 3..<6: .setRate(random(0..<2) == 0 ? 1 : 2)
      case 6..<10: .seek(.position(.seconds(Int64(random(0..<9)))))
      case 10..<12: .seek(.chapters(1))
      case 12..<16: .reportPosition
      case 16..<18: .showHelp
      case 18..<21: .next
      case 21: .step(1)
      case 22: random(0..<4) == 0 ? .quit(status: nil) : .reportPosition
      default: .setPaused(false)
      }
    }

    /// Does something at random. Returns its description.
    func step() -> String {
      switch random(0..<18) {
      case 0..<3: user(userRequest(), inOrder: false)
      case 3..<8: user(userRequest(), inOrder: true)
      case 8..<11: socket()
      case 11..<13: callDesktop(["Pause", "Play", "Stop", "Next"][random(0..<4)])
      default: wait([100, 700, 3_000, 11_000, 40_000][random(0..<5)])
      }
    }

    private func user(_ request: SessionRequest, inOrder: Bool) -> String {
      var isRefused = false
      do throws(SessionRefusal) {
        try stage.performForUser(request, inOrder: inOrder)
      } catch {
        isRefused = true
      }
      let isExpected = model.user(request, inOrder: inOrder) != isRefused
      return
        "\(inOrder ? "line" : "key") \(request)\(isExpected ? "" : " is not answered as expected")"
    }

    private func socket() -> String {
      let (name, place) = (fileName(), place())
      let index = random(0..<model.files.count + 1)
      let choices: [(String, SessionRequest)] =
        [
          (#""set_property","pause",true"#, .setPaused(true)),
          (#""set_property","pause",false"#, .setPaused(false)),
          (#""set_property","speed",2"#, .setRate(2)), (#""playlist-next""#, .next),
          (#""playlist-remove",\#(index)"#, .remove(index: index)),
          (#""stop","keep-playlist""#, .stop(keepsList: true)),
          (
            #""playlist-play-index",\#(index)"#,
            index >= model.files.count ? .stop(keepsList: true) : .play(index: index)
          ),
        ]
        + Array(
          repeating: (
            #""loadfile","\#(name)","\#(place == .append ? "append" : place == .replace ? "replace" : "append-play")""#,
            .load([name], place)
          ), count: 5)
      let (words, request) = choices[random(0..<choices.count)]
      return send(words, request)
    }

    private func send(_ words: String, _ request: SessionRequest) -> String {
      let line = #"{"command":[\#(words)],"request_id":1}"#
      clients[random(0..<2)].receive(line: Array(line.utf8)[...])
      stage.clock.advance(by: .zero)
      let answers = replies.take()
      let isDone = answers.count == 1 && answers[0].contains("success")
      let isExpected = answers.count == 1 && model.program(request) == isDone
      return "socket \(words)\(isExpected ? "" : " is answered \(answers)")"
    }

    private func callDesktop(_ method: String) -> String {
      _ = desktop.update(at: stage.clock.now)
      let interface = method == "Quit" ? BusInterface.application : .player
      _ = desktop.reply(
        to: BusCall(interface: interface.name, member: method, signature: "", arguments: []))
      desktop.didReply()
      stage.clock.advance(by: .zero)
      let isIdle = model.current == nil
      switch method {
      case "Pause": if !isIdle { _ = model.program(.setPaused(true)) }
      case "Play":
        _ = model.program(.setPaused(false))
        if isIdle { _ = model.program(.play(index: 0)) }
      case "Stop":
        if !isIdle { _ = model.program(.setPaused(true)) }
        if model.isOpen { _ = model.program(.seek(.position(.zero))) }
      case "Next": _ = model.program(.next)
      default: _ = model.program(.quit(status: 0))
      }
      return "desktop \(method)"
    }

    private func wait(_ milliseconds: Int) -> String {
      stage.clock.advance(by: .milliseconds(milliseconds))
      model.wait(milliseconds)
      return "wait \(milliseconds)"
    }

    /// Asks for the end, from anywhere, and lets the time pass for which a request to quit may wait.
    func quit() -> String {
      let source = random(0..<4)
      let request =
        switch source {
        case 0: user(.quit(status: 0), inOrder: false)
        case 1: user(.quit(status: 0), inOrder: true)
        case 2: send(#""quit""#, .quit(status: 0))
        default: callDesktop("Quit")
        }
      model.settle()
      return request + ", " + wait(2_000)
    }

    /// Returns how the session differs from the model; nil if it does not.
    func difference() -> String? {
      model.settle()
      let (snapshot, found) = (stage.snapshot, stage.story())
      let notes = found.filter {
        $0.hasPrefix("refused") || $0.contains("report") || $0.contains("Help")
          || $0.contains("quit(")
      }
      let told = Array(model.notes.dropFirst(told))
      self.told = model.notes.count
      if notes != told { return "notes \(notes), expected \(told)" }
      if stage.isOver != model.isOver { return "over: \(stage.isOver)" }
      if model.isOver { return nil }
      if snapshot.entries.map(\.location) != model.files.map(\.name) {
        return "files \(snapshot.entries)"
      }
      if snapshot.currentEntry?.id != model.current {
        return "current \(snapshot.currentEntry?.id as Any), expected \(model.current as Any)"
      }
      let settings = snapshot.settings
      if settings.isPaused != model.isPaused || settings.rate != Rate(Int32(model.rate), 1) {
        return "paused \(settings.isPaused), rate \(settings.rate)"
      }
      guard model.isOpen else { return nil }
      let time = snapshot.player?.currentTime()
      return time == .milliseconds(Int64(model.position))
        ? nil : "at \(time as Any), expected \(model.position)"
    }

    private var told = 0
  }

  /// Whatever is open, opened, ended or absent: each request is carried out or refused when the file that it waits
  /// for is open or not to come, and a request to quit ends the session within two seconds.
  @Test(arguments: 0..<UInt64(TestEffort.rounds(20)))
  func eachRequestIsAnsweredAndQuitEnds(seed: UInt64) {
    for number in 0..<5 {
      let run = Run(seed: seed * 1_000 + UInt64(number))
      var steps: [String] = []
      for _ in 0..<60 where !run.model.isOver {
        steps.append(run.step())
        if let difference = run.difference() {
          Issue.record("\(difference) after \(steps.joined(separator: "; "))")
          return
        }
      }
      if !run.model.isOver { steps.append(run.quit()) }
      let difference = run.difference() ?? (run.stage.isOver ? nil : "not over")
      #expect(difference == nil, "\(steps.joined(separator: "; "))")
      #expect(!steps.contains { $0.contains(" answered ") }, "\(steps.joined(separator: "; "))")
    }
  }
}
