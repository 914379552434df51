import Dispatch
import Glibc
import PlayheadAttaching
import PlayheadChasing
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadServing

/// A server and clients at the loopback address.
@Suite struct TimelineServerTests {
  /// A socket that answers nothing, and its port.
  private struct DatagramPort {
    let descriptor: Int32
    let number: UInt16

    init() {
      let opened = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(opened, $0, size)
          getsockname(opened, $0, &size)
        }
      }
      (descriptor, number) = (opened, UInt16(bigEndian: address.sin_port))
    }
  }

  /// Returns a port that no socket uses now.
  private static func freePort() -> UInt16 {
    let port = DatagramPort()
    defer { close(port.descriptor) }
    return port.number
  }

  @Test(.timeLimit(.minutes(1)), arguments: [nil, TimelineDatagramTests.key])
  func aClientFollowsAPlayer(key: TimelineKey?) async throws {
    let address = TimelineAddress(host: "127.0.0.1", port: Self.freePort())
    let server = try TimelineServer(at: address, key: key)
    let leader = Player(media: FakeMedia(frameCount: 100_000))
    server.serve(leader, title: "film")
    leader.play()
    let attached = AttachedPlayer(address, key: key)
    let item = try #require(
      await attached.currentItemPublisher(queue: nil).compactMap(\.self).values.first { _ in true })
    #expect(item.title == "film")
    leader.beginSeek(to: .seconds(1_000))
    let moved = try #require(
      await attached.progressPublisher(
        interval: .milliseconds(10), queue: DispatchQueue(label: "test")
      )
      .values.first { $0.position > .seconds(999) })
    #expect(moved.uncertainty ?? .seconds(9) < .seconds(5))
    let (known, truth) = (try #require(attached.progressIfKnown), leader.currentTime().seconds)
    #expect(abs(known.position.seconds - truth) < 5)
    server.close()
    let statuses = attached.statusPublisher(queue: nil).values
    #expect(await statuses.first { $0 == .ended } != nil)
    #expect(server.dropped.unreadable == 0)
  }

  @Test(.timeLimit(.minutes(1))) func theEndOfAnItemIsSentBeforeTheNextItem() async throws {
    let address = TimelineAddress(host: "127.0.0.1", port: Self.freePort())
    let server = try TimelineServer(at: address)
    let leader = Player(media: FakeMedia(frameCount: 25))
    _ = try await leader.load()
    server.serve(leader, title: "first")
    let attached = AttachedPlayer(address)
    let items = attached.currentItemPublisher(queue: nil).compactMap(\.self).values
    _ = try #require(await items.first { $0.title == "first" })
    let queue = DispatchQueue(label: "test")
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    attached.progressPublisher(on: .times([]), until: .closed, queue: queue).subscribe(recorder)
    let progress = leader.progressPublisher(on: .times([]), queue: DispatchQueue(label: "leader"))
      .values
    leader.play()
    _ = try #require(await progress.first { $0.cause == .ended })
    server.leave(leader)
    let second = Player(media: FakeMedia(frameCount: 25))
    _ = try await second.load()
    server.serve(second, title: "second")
    _ = try #require(await items.first { $0.title == "second" })
    queue.sync {}
    #expect(recorder.values.contains { $0.cause == .ended })
  }

  /// Otherwise a client takes an earlier instant, and is wrong by what was played since.
  @Test(arguments: [nil, MediaTime.seconds(1)])
  func theInstantOfAnEndIsServed(forwardEnd: MediaTime?) throws {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let address = TimelineAddress(host: "127.0.0.1", port: Self.freePort())
    let server = try TimelineServer(at: address, clock: clock)
    let leader = Player(media: FakeMedia(frameCount: 50), clock: clock)
    leader.setForwardPlaybackEnd(forwardEnd)
    server.serve(leader)
    leader.play()
    for _ in 0..<30 { clock.advance(by: .milliseconds(100)) }
    #expect(leader.playbackState == (forwardEnd == nil ? .ended : .paused))
    let place = try #require(try DatagramSocket.addresses(of: [address]).first)
    var client = try DatagramSocket(asking: place)
    defer { close(client.descriptor) }
    // The server learns of the end on its queue.
    var changed: HostInstant?
    let end = HostInstant(nanoseconds: forwardEnd == nil ? 3_000_000_000 : 2_000_000_000)
    for number in 1...500 where changed != end {
      var question = TimelineDatagram(.question)
      (question.client, question.sequence, question.asked) = (1, UInt64(number), clock.now)
      client.send(question.bytes(nil))
      var event = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, 10)
      changed = client.receive().flatMap { TimelineDatagram($0.bytes, nil)?.timeline.changed }
    }
    #expect(changed == end)
    withExtendedLifetime(server) {}
  }

  /// A client would move it.
  @Test func aPositionThatHoldsIsServedAsOneThatWaits() {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    func course(_ rate: Rate, after delay: Duration = .zero) -> PlayheadObservation {
      PlayheadObservation(
        timeline: Timeline(
          mediaAnchor: .zero, hostAnchor: clock.now.advanced(by: delay), rate: rate),
        uncertainty: .zero, drift: 0, rate: .normal, state: .playing)
    }
    let playhead = ObservedPlayhead(course(.paused), clock: clock)
    func served() -> ServedTimeline {
      var timeline = ServedTimeline()
      timeline.follow(playhead.progressIfKnown, at: clock.now)
      return timeline
    }
    #expect(served().state == .waiting)
    playhead.correct(course(.normal, after: .milliseconds(300)))
    #expect(served().state == .waiting)
    clock.advance(by: .milliseconds(400))
    #expect(served().state == .playing && served().position == .milliseconds(100))
  }

  /// The host answers 127.0.0.2 from 127.0.0.1.
  @Test(.timeLimit(.minutes(1))) func anAnswerFromAnotherAddressOfTheServerIsReceived() async throws
  {
    let port = Self.freePort()
    let server = try TimelineServer(at: TimelineAddress(host: "0.0.0.0", port: port))
    let leader = Player(media: FakeMedia(frameCount: 25))
    _ = try await leader.load()
    server.serve(leader, title: "film")
    let attached = AttachedPlayer(TimelineAddress(host: "127.0.0.2", port: port))
    let items = attached.currentItemPublisher(queue: nil).compactMap(\.self).values
    #expect(await items.first { $0.title == "film" } != nil)
    withExtendedLifetime(server) {}
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["127.0.0.1", "::1"])
  func aPortWithoutAServerIsReported(host: String) async {
    let attached = AttachedPlayer(TimelineAddress(host: host, port: Self.freePort()))
    let statuses = attached.statusPublisher(queue: nil).values
    let status = await statuses.first { if case .failed = $0 { true } else { false } }
    #expect(status.map { "\($0)" }?.contains("nobody serves a timeline there") == true)
  }

  /// There is no way to the first one, a socket that never answers at the second one, and none at the third one.
  @Test(.timeLimit(.minutes(1))) func eachAddressOfAServerIsAsked() async throws {
    let silent = DatagramPort()
    defer { close(silent.descriptor) }
    let port = Self.freePort()
    let server = try TimelineServer(at: TimelineAddress(host: "127.0.0.1", port: port))
    let leader = Player(media: FakeMedia(frameCount: 25))
    _ = try await leader.load()
    server.serve(leader, title: "film")
    let attached = Self.client(
      of: [
        ("255.255.255.255", port), ("127.0.0.1", silent.number), ("127.0.0.1", Self.freePort()),
        ("127.0.0.1", port),
      ])
    let items = attached.currentItemPublisher(queue: nil).compactMap(\.self).values
    #expect(await items.first { $0.title == "film" } != nil)
    withExtendedLifetime(server) {}
  }

  @Test(.timeLimit(.minutes(1))) func whyNoAddressAnswersIsReported() async throws {
    let silent = DatagramPort()
    defer { close(silent.descriptor) }
    let nobody = ("127.0.0.1", Self.freePort())
    let quiet = ("127.0.0.1", silent.number)
    let reasons: [([(String, UInt16)], String)] = [
      ([("255.255.255.255", silent.number), nobody], "Permission denied"),
      ([nobody, nobody], "nobody serves a timeline there"),
      ([nobody, quiet, nobody], "the server does not answer, has a key, "),
    ]
    for (places, reason) in reasons {
      let attached = Self.client(of: places)
      let statuses = attached.statusPublisher(queue: nil).values
      let status = await statuses.first { if case .failed = $0 { true } else { false } }
      #expect(status.map { "\($0)" }?.contains(reason) == true)
      withExtendedLifetime(attached) {}
    }
  }

  private static func client(of places: [(String, UInt16)]) -> AttachedPlayer {
    let places = places.map { TimelineAddress(host: $0, port: $1) }
    return AttachedPlayer(
      places[0].makeSource(
        nil, freewheel: .seconds(10), clock: SystemHostClock.shared, asking: places))
  }

  /// As in `--key <(…)`, where the writer may be slow.
  @Test func aKeyIsReadFromAPipe() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    DispatchQueue.global().async { [writer = ends[1]] in
      for part in ["the key ", "of the wall\n"] { _ = write(writer, part, part.utf8.count) }
      close(writer)
    }
    #expect(TimelineKey(path: "/proc/self/fd/\(ends[0])") == TimelineDatagramTests.key)
  }

  /// Also if both have followed a server that is gone.
  @Test(.timeLimit(.minutes(1)), arguments: [nil, 1 << 32])
  func aServerDoesNotFollowItself(formerOrigin: UInt64?) async throws {
    let places = [Self.freePort(), Self.freePort()].map {
      TimelineAddress(host: "127.0.0.1", port: $0)
    }
    let servers = try places.map { place throws(TimelineFailure) in
      try TimelineServer(at: place, number: nil)
    }
    if let formerOrigin {
      for server in servers { #expect(server.follow(origin: formerOrigin)) }
    }
    // Each serves what follows the other one.
    let players = zip(places.reversed(), servers).map { place, server in
      AttachedPlayer(
        place.makeSource(nil, freewheel: .seconds(10), clock: SystemHostClock.shared) {
          server.follow(origin: $0)
        })
    }
    let statuses = players[0].statusPublisher(queue: nil)
      .merge(with: players[1].statusPublisher(queue: nil)).values
    let reason = "it follows this playhead"
    let others = formerOrigin == nil ? "" : ", or too many others in between"
    #expect(await statuses.first { $0 == .failed(reason + others) } != nil)
  }

  /// Fifteen offer a timeline further, each that of the one before.
  @Test func aLongChainIsNoCircleBeforeItsSixteenthServer() throws {
    func server() throws -> TimelineServer {
      try TimelineServer(
        at: TimelineAddress(host: "127.0.0.1", port: Self.freePort()), number: nil)
    }
    for step: UInt64 in 0..<16 {
      #expect(try server().follow(origin: 1 << 32 | step) == (step < 15))
    }
  }

  /// Also if one program reads it by its socket, and another one by its process alone.
  @Test func anOriginIsThatOfOnePlayer() throws {
    let names = [1, 2].map { TimelineOrigin.name(of: $0) }
    let process = try #require(TimelineOrigin.number(of: names[0]))
    let sockets = try ["mpv:1:2", "mpv:1:3"].map {
      try #require(TimelineOrigin.number(of: names[0], at: $0))
    }
    #expect(sockets.allSatisfy { TimelineOrigin.isSame($0, process) })
    #expect(TimelineOrigin.isSame(sockets[0], sockets[0] + 1))
    #expect(!TimelineOrigin.isSame(sockets[0], sockets[1]))
    #expect(!TimelineOrigin.isSame(process, try #require(TimelineOrigin.number(of: names[1]))))
  }

  @Test func anAddressThatIsUsedIsRefused() throws {
    let address = TimelineAddress(host: "127.0.0.1", port: Self.freePort())
    let server = try TimelineServer(at: address)
    #expect(throws: TimelineFailure("Address already in use")) {
      _ = try TimelineServer(at: address)
    }
    withExtendedLifetime(server) {}
  }

  /// A second program does not take what is sent to the first. What is sent to all, all receive.
  @Test func onlySocketsOfGroupsShareAnAddress() throws {
    func isShared(_ host: String, _ sharing: DatagramSocket.Sharing) throws -> Bool {
      let place = TimelineAddress(host: host, port: Self.freePort())
      let first = try DatagramSocket(servingAt: place, sharing: sharing)
      defer { close(first.descriptor) }
      do {
        close(try DatagramSocket(servingAt: place, sharing: sharing).descriptor)
        return true
      } catch {
        #expect(error == TimelineFailure("Address already in use"))
        return false
      }
    }
    for sharing in [DatagramSocket.Sharing.groups, .anyAddress] {
      #expect(try !isShared("127.0.0.1", sharing) && isShared("127.255.255.255", sharing))
    }
    #expect(try !isShared("0.0.0.0", .groups) && isShared("0.0.0.0", .anyAddress))
  }

  @Test(arguments: ["ff05::5", "255.255.255.255"])
  func aGroupThatNobodyJoinsIsRefused(host: String) {
    let address = TimelineAddress(host: host, port: Self.freePort())
    #expect(
      throws: TimelineFailure("neither an address of this machine nor a multicast group of IPv4")
    ) { _ = try TimelineServer(at: address) }
  }

  @Test func aServerThatWouldFollowItselfIsFound() {
    func isServed(_ text: String, at place: String) -> Bool? {
      guard let client = TimelineAddress(text), let server = TimelineAddress(place: place) else {
        return nil
      }
      return client.isServed(at: server)
    }
    #expect(isServed("playhead://127.0.0.1:9", at: "9") == true)
    #expect(isServed("playhead://localhost:9", at: "0.0.0.0:9") == true)
    #expect(isServed("playhead://[::1]:9", at: "[::]:9") == true)
    #expect(isServed("playhead://239.0.0.5:9", at: "239.0.0.5:9") == true)
    #expect(isServed("playhead://127.0.0.1:8", at: "9") == false)
    #expect(isServed("playhead://10.0.0.2:9", at: "10.0.0.1:9") == false)
    #expect(isServed("playhead://10.0.0.2:9", at: "0.0.0.0:9") == false)
  }

  @Test func addressesAreParsed() {
    #expect(TimelineAddress("playhead://a") == TimelineAddress(host: "a", port: 9_000))
    #expect(TimelineAddress("playhead://a:1") == TimelineAddress(host: "a", port: 1))
    #expect(TimelineAddress("playhead://[::1]") == TimelineAddress(host: "::1"))
    #expect(TimelineAddress("playhead://[::1]:7")?.description == "playhead://[::1]:7")
    #expect(TimelineAddress(place: "9000") == TimelineAddress(host: "127.0.0.1"))
    #expect(TimelineAddress(place: "0.0.0.0:5") == TimelineAddress(host: "0.0.0.0", port: 5))
    for text in [
      "playhead://", "playhead://:1", "playhead://a:", "playhead://a:0", "playhead://a/b",
      "playhead://a:65536", "playhead://::1", "playhead://b@a", "http://a", "playhead:a",
    ] {
      #expect(TimelineAddress(text) == nil, "\(text)")
    }
    for text in ["", "x", "0", "+1", ":1", "a:b", "::1:5"] {
      #expect(TimelineAddress(place: text) == nil, "\(text)")
    }
  }
}
