import Dispatch
import PlayheadAttaching
import PlayheadCore
import PlayheadLocking
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@Suite struct PlayerConnectionTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let recorder = ReportRecorder()

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("s")
  }

  private func source(_ clock: any HostClock = SystemHostClock.shared) -> MPVSource {
    MPVSource(mpvAt: Array(path.utf8), name: "mpv:\(path)", clock: clock)
  }

  private func start(_ source: MPVSource) { source.start { [recorder] in recorder.record($0) } }

  static let values =
    MPVScript.values.map { MPVScript.change($0.key, $0.value) }.joined(separator: "\n") + "\n"

  @Test func aPlayerIsReadAndAsked() throws {
    let player = try FakePlayer(at: path)
    let source = source()
    #expect(throws: TransportRefusal.unavailable) { try source.request(.next) }
    start(source)
    try player.accept()
    let observed = try player.receive(lines: MPVScript.observedCount)
    #expect(observed.contains(#"{"command":["observe_property",2,"path"],"request_id":101}"#))
    player.send(Self.values)
    #expect(recorder.wait(for: 1) == ["playing 1"])
    source.read()
    #expect(
      try player.receive(lines: 1)
        == #"{"command":["get_property","audio-pts"],"request_id":125}"# + "\n")
    player.send(#"{"data":1.500000,"requ"#)
    player.send(#"est_id":125,"error":"success"}"# + "\n")
    #expect(recorder.wait(for: 2).last == "reading 1.5")
    try source.request(.setPaused(true))
    _ = try player.receive(lines: 1)
    player.send(#"{"request_id":126,"error":"invalid parameter"}"# + "\n")
    #expect(recorder.wait(for: 3).last == "refused: invalid parameter")
    player.hangUp()
    #expect(recorder.wait(for: 4).last == "closed")
    checkConsistency(of: recorder.all)
    #expect(throws: TransportRefusal.unavailable) { try source.request(.next) }
  }

  @Test func aSocketThatDoesNotExistIsReported() {
    start(source())
    #expect(recorder.wait(for: 1) == ["failed: No such file or directory"])
  }

  @Test func aPathThatIsTooLongIsReported() {
    let source = MPVSource(mpvAt: [UInt8](repeating: 0x61, count: 200), name: "mpv")
    start(source)
    #expect(
      recorder.wait(for: 1) == ["failed: longer than the 107 bytes that a socket's path may have"])
  }

  @Test(arguments: ["", #"{"event":"property-change","na"#])
  func aPlayerThatHangsUpBeforeItsFirstAnswerIsReported(text: String) throws {
    let player = try FakePlayer(at: path)
    start(source())
    try player.accept()
    _ = try player.receive(lines: MPVScript.observedCount)
    player.send(text)
    player.hangUp()
    #expect(
      recorder.wait(for: 1) == ["failed: it closed the connection before it answered"])
  }

  @Test func aLineWithoutEndIsNotKept() throws {
    let player = try FakePlayer(at: path)
    start(source())
    try player.accept()
    player.send([UInt8](repeating: 0x20, count: 10 << 20))
    #expect(recorder.wait(for: 1) == ["failed: a line is longer than 1048576 bytes"])
  }

  @Test func garbageIsNoPlayer() throws {
    let player = try FakePlayer(at: path)
    start(source())
    try player.accept()
    var random = SplitMix64(seed: 3)
    for _ in 0..<100 {
      guard player.send((0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) }) else {
        break
      }
    }
    #expect(recorder.wait(for: 1) == ["failed: it does not speak mpv's JSON IPC"])
  }

  @Test func aPlayerThatNeverAnswersIsLostAfterAWhile() throws {
    let clock = ManualHostClock()
    let player = try FakePlayer(at: path)
    start(source(clock))
    try player.accept()
    _ = try player.receive(lines: MPVScript.observedCount)
    #expect(recorder.all.isEmpty)
    clock.advance(by: .nanoseconds(9_999_999_999))
    #expect(recorder.all.isEmpty)
    clock.advance(by: .nanoseconds(1))
    #expect(recorder.wait(for: 1) == ["failed: no answer within 10 seconds"])
  }

  @Test func aPlayerThatHasAnsweredMayBeSilent() throws {
    let clock = ManualHostClock()
    let player = try FakePlayer(at: path)
    start(source(clock))
    try player.accept()
    player.send(Self.values)
    #expect(recorder.wait(for: 1) == ["playing 1"])
    clock.advance(by: .seconds(3_600))
    player.send(MPVScript.change("pause", "true") + "\n")
    #expect(recorder.wait(for: 2).last == "paused 1")
  }

  @Test func aPlayerThatSendsAndDoesNotReadIsLost() throws {
    let player = try FakePlayer(at: path)
    start(source())
    try player.accept()
    player.send(Self.values)
    // Each of these asks for what describes the file.
    let events = String(repeating: #"{"event":"file-loaded"}"# + "\n", count: 200)
    while player.send(events) {}
    #expect(recorder.waitForLoss().last == "failed: it sends, but does not read")
  }

  @Test func aPlayerThatClosesTheSocketForReadingIsLost() throws {
    let player = try FakePlayer(at: path)
    let source = source()
    start(source)
    try player.accept()
    _ = try player.receive(lines: MPVScript.observedCount)
    player.send(Self.values)
    #expect(recorder.wait(for: 1) == ["playing 1"])
    player.closeForReading()
    player.send(MPVScript.change("eof-reached", "true") + "\n")
    source.read()
    // Messages that were sent before are still reported.
    #expect(recorder.waitForLoss() == ["playing 1", "ended", "stopped 1", "closed"])
    #expect(throws: TransportRefusal.unavailable) { try source.request(.next) }
  }

  /// An answer to its messages cannot be written.
  @Test func aPlayerThatClosesTheSocketForReadingAndSendsIsLost() throws {
    let player = try FakePlayer(at: path)
    start(source())
    try player.accept()
    _ = try player.receive(lines: MPVScript.observedCount)
    player.send(Self.values)
    player.closeForReading()
    player.send(#"{"event":"file-loaded"}"# + "\n")
    while player.send(MPVScript.change("volume", "7") + "\n") {}
    #expect(recorder.waitForLoss().last == "closed")
  }

  @Test func nothingIsReportedAfterAStop() throws {
    let player = try FakePlayer(at: path)
    let source = source()
    start(source)
    try player.accept()
    _ = try player.receive(lines: MPVScript.observedCount)
    source.stop()
    player.send(Self.values)
    // The connection ends.
    #expect(throws: FakePlayer.Failure.self) { try player.receive(lines: 1) }
    #expect(recorder.all.isEmpty)
  }

  @Test func aReportMayStopTheSource() throws {
    let player = try FakePlayer(at: path)
    let source = source()
    source.start { [recorder] report in
      recorder.record(report)
      source.stop()
    }
    try player.accept()
    player.send(Self.values + MPVScript.change("pause", "true") + "\n")
    player.hangUp()
    #expect(recorder.wait(for: 1).count == 1)
  }
}
