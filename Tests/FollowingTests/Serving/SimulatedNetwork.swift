import PlayheadAttaching
import PlayheadCore
import PlayheadLocking
import PlayheadTestEnvironment
import PlayheadTimekeeping

@testable import PlayheadChasing
@testable import PlayheadServing

/// A server and a client with clocks of their own, and a network between them, in steps of 1 ms.
final class SimulatedNetwork {
  /// The source of an attached player, which reports what the client has decided.
  private final class Source: PlayerSource {
    let name = "playhead://simulated"
    let habits = PositionHabits()
    private struct State { var report: (@Sendable (SourceReport) -> Void)? }
    private let state = Locked(State())

    func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
      state.withLock { $0.report = report }
    }
    func deliver(_ reports: [SourceReport]) {
      let report = state.withLock { $0.report }
      for each in reports { report?(each) }
    }
    func read() -> Bool { false }
    func request(_ request: PlayerRequest) throws(TransportRefusal) { throw .unavailable }
    func stop() { state.withLock { $0.report = nil } }
  }

  /// What the network does, in milliseconds, and to what part of the datagrams.
  struct Path {
    var delay = 0.2
    var jitter = 0.0
    var loss = 0.0
    /// How much longer the way back takes.
    var asymmetry = 0.0
  }

  private struct Packet {
    var bytes: [UInt8]
    var arrival: Double
    var isQuestion: Bool
  }

  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  let player: AttachedPlayer
  private let source = Source()
  var path: Path
  /// Whether datagrams are delivered.
  var isConnected = true
  /// How many millionths the server's clock is fast.
  var drift = 30.0
  /// By how many seconds it is later.
  var shift = 5_000.0
  /// The errors of disciplined system clocks, in seconds: what they state, and what they are; nil if nothing disciplines them.
  var systemError: (stated: Double, true: Double)?
  var timeline = ServedTimeline()
  /// The server's clock when the timeline was anchored.
  private var anchor = 0.0
  private(set) var time = 1.0
  private var key: TimelineKey?
  private(set) var chaser: TimelineChaser
  private(set) var responder: TimelineResponder
  private var packets: [Packet] = []
  /// The last questions and answers, to be sent again.
  private(set) var recorded: [[UInt8]] = []
  private(set) var sentCount = 0
  private(set) var loss: SourceReport.Loss?
  private(set) var notes: [String] = []
  private var random: SplitMix64
  /// Errors of the published position, in seconds.
  private(set) var errors: [Double] = []
  private(set) var outsideCount = 0

  init(
    seed: UInt64 = 1, _ path: Path = Path(), key: TimelineKey? = nil,
    clientKey: TimelineKey? = nil, freewheel: Duration = .seconds(10)
  ) {
    (self.path, self.key, random) = (path, key, SplitMix64(seed: seed))
    player = AttachedPlayer(source, clock: clock)
    responder = TimelineResponder(key: key, identity: 1)
    chaser = TimelineChaser(
      client: 5, key: clientKey ?? key, freewheel: freewheel, at: clock.now)
    timeline.item = 1
    timeline.state = .playing
  }

  private var serverTime: Double { shift + time * (1 + drift / 1e6) }

  private func instant(_ seconds: Double) -> HostInstant {
    HostInstant(nanoseconds: Int64(seconds * 1e9))
  }

  /// The true position, in seconds.
  var truth: Double {
    let rate = timeline.state == .playing ? timeline.rate.doubleValue : 0
    return timeline.position.seconds + (serverTime - anchor) * rate
  }

  /// Changes the timeline, and sends that twice.
  func change(_ body: (inout ServedTimeline) -> Void) {
    timeline.position = MediaTime(seconds: truth) ?? .zero
    anchor = serverTime
    timeline.changed = instant(anchor)
    body(&timeline)
    pushTimes = [time, time + 0.02]
  }

  private var pushTimes: [Double] = []
  /// Another server of the group, which answers sooner or later than the first one.
  var rival: TimelineResponder?

  /// The server begins again, with another clock.
  func restartServer() {
    responder = TimelineResponder(key: key, identity: 2)
    timeline.position = MediaTime(seconds: truth) ?? .zero
    shift = 20
    anchor = serverTime
  }

  /// The client's machine sleeps: its host clock stops.
  func sleepClient(seconds: Double) { shift += seconds }

  /// The server's machine sleeps.
  func sleepServer(seconds: Double) { shift -= seconds }

  func forget() { (errors, outsideCount) = ([], 0) }

  func send(_ bytes: [UInt8], isQuestion: Bool) {
    sentCount += 1
    recorded.append(bytes)
    if recorded.count > 64 { recorded.removeFirst() }
    guard isConnected, Double.random(in: 0..<1, using: &random) >= path.loss else { return }
    let jitter = path.jitter > 0 ? Double.random(in: -path.jitter...path.jitter, using: &random) : 0
    let delay = max(path.delay + jitter + (isQuestion ? 0 : path.asymmetry), 0) / 1_000
    packets.append(Packet(bytes: bytes, arrival: time + delay, isQuestion: isQuestion))
  }

  func run(seconds: Double) {
    let end = time + seconds
    while time < end, loss == nil {
      clock.advance(by: .milliseconds(1))
      time = Double(clock.now.nanoseconds) / 1e9
      takeStep()
      guard let progress = player.progressIfKnown else { continue }
      let error = progress.position.seconds - truth
      errors.append(error)
      if abs(error) > (progress.uncertainty ?? .zero) / .seconds(1) + 1e-6 { outsideCount += 1 }
    }
  }

  private func takeStep() {
    let now = clock.now
    pushTimes.removeAll { push in
      guard push <= time else { return false }
      for (_, datagram) in responder.changes(at: instant(serverTime)) { answer(datagram) }
      return true
    }
    if let question = chaser.question(at: now) { send(question, isQuestion: true) }
    let present = time
    let arrived = packets.filter { $0.arrival <= present }.sorted { $0.arrival < $1.arrival }
    packets.removeAll { $0.arrival <= present }
    for packet in arrived {
      if packet.isQuestion {
        let answer = responder.receive(packet.bytes, from: [1], at: instant(serverTime))
        if let answer { self.answer(answer) }
        let other = rival?.receive(packet.bytes, from: [1], at: instant(9 + time))
        if var other {
          other.sent = instant(9 + time)
          send(other.bytes(key), isQuestion: false)
        }
      } else {
        chaser.receive(packet.bytes, at: now, system: system(-1, at: now))
      }
    }
    do throws(SourceReport.Loss) {
      let reports = try chaser.settle(at: now)
      for case .noticed(let text) in reports { notes.append(text) }
      source.deliver(reports)
    } catch { loss = error }
  }

  private func system(_ side: Double, at now: HostInstant) -> SystemTime? {
    systemError.map { error in
      let time = Int64((time + 1e6 + error.true * side / 2) * 1e9)
      return SystemTime(zero: time - now.nanoseconds, error: Int64(error.stated * 1e9))
    }
  }

  private func answer(_ datagram: TimelineDatagram) {
    var datagram = datagram
    let now = instant(serverTime)
    (datagram.sent, datagram.systemTime) = (now, system(1, at: now))
    let position = MediaTime(seconds: truth) ?? .zero
    datagram.timeline = timeline
    datagram.timeline.position = position
    send(datagram.bytes(key), isQuestion: false)
  }
}
