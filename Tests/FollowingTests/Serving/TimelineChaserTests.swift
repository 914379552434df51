import PlayheadAttaching
import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadChasing
@testable import PlayheadServing

/// A client follows the timeline of a server over a simulated network.
@Suite struct TimelineChaserTests {
  /// Delays of 1, 10 and 50 ms, a fifth of that as jitter, 5 % of loss, and both ways the same, or not.
  private static let paths: [SimulatedNetwork.Path] = [1.0, 10, 50].flatMap { delay in
    [0, 4].map { .init(delay: delay, jitter: delay / 5, loss: 0.05, asymmetry: $0) }
  }

  @Test(arguments: paths.indices, TestEffort.few(1...8 as ClosedRange<UInt64>))
  func theStatedUncertaintyContainsTheTruth(index: Int, seed: UInt64) {
    let path = Self.paths[index]
    let network = SimulatedNetwork(seed: seed, path)
    network.drift = [30, -60, 10][Int(seed - 1) % 3]
    network.run(seconds: 40)
    let (count, outside) = (network.errors.count, network.outsideCount)
    #expect(count > 38_000)
    #expect(outside * 1_000 <= count, "\(outside) of \(count)")
    // From three seconds on.
    let errors = network.errors.dropFirst(3_000).map(abs).sorted()
    #expect(errors[errors.count * 99 / 100] <= 0.001 + path.asymmetry / 2_000)
  }

  @Test func theServerIsAskedFiveTimesASecond() {
    let start = HostInstant(nanoseconds: 1_000_000_000)
    var chaser = TimelineChaser(client: 1, key: nil, freewheel: .seconds(10), at: start)
    var instants: [HostInstant] = []
    for millisecond in 0..<13_000 {
      let now = start.advanced(by: .milliseconds(millisecond))
      if chaser.question(at: now) != nil { instants.append(now) }
    }
    #expect(instants.count { $0 >= start.advanced(by: .seconds(3)) } == 50)
  }

  /// Both processes have just been started.
  @Test func slowFirstAnswersAreForgotten() {
    let network = SimulatedNetwork(.init(delay: 12, jitter: 8))
    network.run(seconds: 0.1)
    network.path = .init(delay: 0.2)
    network.run(seconds: 3)
    #expect(network.player.progressIfKnown?.uncertainty ?? .seconds(1) < .milliseconds(1.5))
    #expect(network.outsideCount == 0)
  }

  @Test func changesOfTheTimelineAreFollowed() {
    let network = SimulatedNetwork(.init(delay: 10, jitter: 2, loss: 0.05))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    network.player.progressPublisher(on: .times([]), until: .closed, queue: .main).subscribe(
      recorder)
    var outside = 0
    func check(_ seconds: Double = 2) {
      // The change must arrive first.
      network.run(seconds: 0.3)
      network.forget()
      network.run(seconds: seconds)
      outside += network.outsideCount
      #expect(network.errors.allSatisfy { abs($0) < 0.003 })
    }
    check()
    network.change { $0.state = .paused }
    check()
    #expect(network.player.progressIfKnown?.state == .paused)
    network.change { ($0.position, $0.moves) = (.seconds(100), 1) }
    check()
    network.change { $0.state = .playing }
    check()
    network.change { $0.rate = 2 }
    check()
    network.change { ($0.position, $0.moves) = (.seconds(50), 2) }
    check()
    network.change { $0.state = .stalled }
    check()
    network.change { $0.state = .playing }
    check()
    network.change {
      ($0.item, $0.position, $0.title, $0.duration) = (2, .zero, "next", .seconds(9))
    }
    check()
    #expect(network.player.currentItem?.title == "next")
    #expect(network.player.currentItem?.duration == .seconds(9))
    #expect(outside == 0)
    network.change { $0.state = .ended }
    network.run(seconds: 1)
    #expect(network.player.progressIfKnown?.state == .ended)
    network.change { $0.state = .closed }
    network.run(seconds: 1)
    #expect(network.loss == .closed)
  }

  @Test func eachChangeIsPublishedOnce() {
    let network = SimulatedNetwork(.init(delay: 20, jitter: 4))
    network.run(seconds: 2)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    network.player.progressPublisher(on: .times([]), until: .closed, queue: .main).subscribe(
      recorder)
    for change in [
      { $0.state = .paused }, { ($0.position, $0.moves) = (.seconds(100), 1) },
      { $0.state = .playing }, { $0.rate = Rate(3, 2) },
      { ($0.position, $0.moves) = (.seconds(30), 2) },
    ] as [(inout ServedTimeline) -> Void] {
      network.change(change)
      network.run(seconds: 2)
    }
    #expect(recorder.values.map(\.cause) == [.paused, .seeked, .started, .rateChanged, .seeked])
  }

  /// The leader of a follower is the client: what the server does not know must not move the follower.
  @Test func onlyTheTimeOfTheWayAndTheBiasOfTheServerAreABias() throws {
    let network = SimulatedNetwork(.init(delay: 10))
    network.timeline.uncertainty = .milliseconds(2)
    network.run(seconds: 5)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    network.player.progressPublisher(on: .times([]), until: .closed, queue: .main).subscribe(
      recorder)
    network.change {
      ($0.rate, $0.uncertainty, $0.bias) = (Rate(3, 2), .milliseconds(250), .milliseconds(100))
    }
    network.run(seconds: 0.1)
    let record = try #require(recorder.values.first)
    #expect(record.cause == .rateChanged && record.uncertainty ?? .zero > .milliseconds(250))
    let progress = try #require(network.player.progressIfKnown)
    #expect(progress.uncertainty ?? .zero > .milliseconds(250))
    #expect(progress.bias > .milliseconds(110) && progress.bias < .milliseconds(130))
  }

  @Test func theTimelineMovesOnWithoutTheServerForAWhile() {
    let network = SimulatedNetwork(.init(delay: 1))
    network.run(seconds: 5)
    network.isConnected = false
    network.run(seconds: 8)
    #expect(network.loss == nil && network.outsideCount == 0)
    network.isConnected = true
    network.run(seconds: 5)
    #expect(network.loss == nil && network.outsideCount == 0)
    network.isConnected = false
    network.run(seconds: 12)
    #expect(network.loss == .failed("the server does not answer any more"))
  }

  @Test func withoutTheServerThePlayheadStopsAtTheEnd() throws {
    let network = SimulatedNetwork(.init(delay: 10, jitter: 2))
    network.run(seconds: 3)
    network.change { $0.duration = .seconds(5_010) }
    network.run(seconds: 4)
    network.isConnected = false
    network.run(seconds: 8)
    let progress = try #require(network.player.progressIfKnown)
    #expect(abs(progress.position.seconds - 5_010) < 0.001 && progress.state == .stalled)
    // The server was not killed, and loops.
    network.change { ($0.position, $0.moves) = (.seconds(5_000), 1) }
    network.isConnected = true
    network.run(seconds: 1)
    network.forget()
    network.run(seconds: 3)
    #expect(network.player.progressIfKnown?.state == .playing && network.outsideCount == 0)
  }

  /// `follow` gives up after three seconds.
  @Test(arguments: [2.2, 2.5, 2.7]) func aGapIsSurvived(seconds: Double) {
    let network = SimulatedNetwork(.init(delay: 1), freewheel: .seconds(3))
    network.run(seconds: 5)
    network.isConnected = false
    network.run(seconds: seconds)
    network.isConnected = true
    network.run(seconds: 5)
    #expect(network.loss == nil && network.outsideCount == 0)
  }

  @Test func theServerIsNotLostBetweenTwoQuestions() {
    let network = SimulatedNetwork(.init(delay: 1), freewheel: .milliseconds(50))
    network.run(seconds: 5)
    #expect(network.loss == nil)
    network.isConnected = false
    network.run(seconds: 3)
    #expect(network.loss != nil && network.time < 8)
  }

  /// As after SIGSTOP and SIGCONT.
  @Test(arguments: [0.01, 5]) func aClientThatWasStoppedAsksBeforeItGivesUp(seconds: Double) {
    let network = SimulatedNetwork(.init(delay: 20), freewheel: .seconds(3))
    network.run(seconds: seconds)
    network.clock.advance(by: .seconds(30))
    network.run(seconds: 0.001)
    network.run(seconds: 5)
    #expect(network.loss == nil)
  }

  /// A clock stands while its machine is suspended, and so does a server's timeline.
  @Test(arguments: [-5.0, -0.3, 0.3, 5]) func aMachineThatWasSuspendedIsFollowed(seconds: Double) {
    let network = SimulatedNetwork(.init(delay: 1))
    network.run(seconds: 10)
    network.shift += seconds
    network.run(seconds: 3)
    network.forget()
    network.run(seconds: 5)
    #expect(network.loss == nil && network.outsideCount == 0)
    #expect(network.errors.allSatisfy { abs($0) < 0.01 } && network.notes.isEmpty)
  }

  @Test func aServerThatWasNeverThereIsReported() {
    let network = SimulatedNetwork()
    network.isConnected = false
    network.run(seconds: 6)
    #expect(
      network.loss
        == .failed("the server does not answer, has a key, or is another version of playhead"))
  }

  @Test func aClientWithAnotherKeyLearnsNothing() {
    let other = TimelineKey(Array("the key of another wall".utf8))
    let network = SimulatedNetwork(key: TimelineDatagramTests.key, clientKey: other)
    network.run(seconds: 6)
    let reason = "the server does not answer, has another key, or is another version of playhead"
    #expect(network.loss == .failed(reason))
    #expect(network.responder.dropped.unreadable > 20 && network.errors.isEmpty)
  }

  @Test func aServerThatBeginsAgainHasAnotherClock() {
    let network = SimulatedNetwork(.init(delay: 1))
    network.run(seconds: 5)
    network.restartServer()
    let count = network.sentCount
    network.run(seconds: 3)
    // Its round trips are as many as those of the first one.
    #expect(network.sentCount > count + 100)
    network.forget()
    network.run(seconds: 5)
    #expect(network.outsideCount == 0 && network.errors.count > 4_900)
  }

  @Test func ofTwoServersOneIsFollowed() {
    let network = SimulatedNetwork(.init(delay: 5, jitter: 2))
    network.run(seconds: 3)
    network.rival = TimelineResponder(key: nil, identity: 9)
    network.run(seconds: 5)
    #expect(network.outsideCount == 0 && network.errors.count > 6_500)
    #expect(network.notes == ["another server answers, too, and is not followed"])
  }

  @Test func repeatedAndForgedDatagramsChangeNothing() throws {
    let network = SimulatedNetwork(.init(delay: 1), key: TimelineDatagramTests.key)
    network.run(seconds: 3)
    let old = network.recorded
    network.change { ($0.position, $0.moves) = (.seconds(500), 1) }
    network.run(seconds: 1)
    network.forget()
    let forged = old.compactMap { bytes in
      TimelineDatagram(bytes, TimelineDatagramTests.key).map { datagram in
        var other = datagram
        (other.sequence, other.timeline.position) = (datagram.sequence + 1_000_000, .seconds(9))
        return other.bytes(nil)
      }
    }
    #expect(forged.count == old.count)
    for bytes in old + forged {
      network.send(bytes, isQuestion: false)
      network.send(bytes, isQuestion: true)
    }
    network.run(seconds: 3)
    #expect(network.outsideCount == 0 && network.errors.allSatisfy { abs($0) < 0.001 })
    #expect(network.chaser.dropped.repeated > 10 && network.chaser.dropped.unreadable >= old.count)
    #expect(network.responder.dropped.unreadable >= old.count)
    let reason = "they are damaged, do not have this key, or are from another version of playhead"
    #expect(network.notes == ["datagrams are dropped: \(reason)"])
  }

  @Test func disciplinedClocksAreUsedIfTheyAreBetterThanRoundTrips() {
    let network = SimulatedNetwork(.init(delay: 50, jitter: 10, asymmetry: 20))
    network.systemError = (stated: 0.000_1, true: 0.000_05)
    network.run(seconds: 3)
    network.forget()
    network.run(seconds: 10)
    #expect(network.outsideCount == 0)
    #expect(network.errors.allSatisfy { abs($0) < 0.001 })
    #expect(network.player.progressIfKnown?.uncertainty ?? .seconds(1) < .milliseconds(2))
    // The errors that the system states grow until it is disciplined again.
    for stated in [0.5, 0.000_1] {
      network.systemError = (stated: stated, true: 0.000_05)
      network.run(seconds: 2)
    }
    #expect(network.notes.count == 1)
  }

  @Test(arguments: [1.5, -0.2]) func aSystemClockThatIsSetIsOneLine(_ step: Double) {
    let network = SimulatedNetwork(.init(delay: 10, jitter: 2))
    for _ in 0..<3 {
      for error in [0.000_05, step] {
        network.systemError = (stated: 0.000_1, true: error)
        network.run(seconds: 5)
      }
    }
    #expect(network.outsideCount == 0 && network.notes.count == 2)
    #expect(network.errors.allSatisfy { abs($0) < 0.01 })
  }

  @Test func aServerWhoseMachineSleptIsInStepAgain() {
    let network = SimulatedNetwork(.init(delay: 10, jitter: 2))
    network.run(seconds: 5)
    network.isConnected = false
    network.run(seconds: 5)
    network.isConnected = true
    network.sleepServer(seconds: 5)
    network.run(seconds: 1)
    network.forget()
    network.run(seconds: 10)
    #expect(network.loss == nil && network.outsideCount == 0)
    #expect(network.errors.allSatisfy { abs($0) < 0.005 })
  }

  /// The server drops questions that repeat an answer from before.
  @Test(arguments: [0.5, 25, 3_600]) func aClientWhoseMachineSleptIsInStepAgain(seconds: Double) {
    let network = SimulatedNetwork(.init(delay: 10, jitter: 2))
    network.run(seconds: 5)
    network.sleepClient(seconds: seconds)
    network.run(seconds: 1)
    network.forget()
    network.run(seconds: 10)
    #expect(network.loss == nil && network.outsideCount == 0)
    #expect(network.errors.allSatisfy { abs($0) < 0.005 })
  }

  /// They contradict the round trips.
  @Test func clocksThatOnlyPretendToBeDisciplinedAreNotUsed() {
    let network = SimulatedNetwork(.init(delay: 10, jitter: 2))
    network.systemError = (stated: 0.000_1, true: 0.3)
    network.run(seconds: 10)
    #expect(network.outsideCount == 0 && network.notes.isEmpty)
  }
}
