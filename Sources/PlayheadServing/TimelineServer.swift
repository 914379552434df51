import Dispatch
import Glibc
import PlayheadCore
import PlayheadLocking
import PlayheadTimekeeping
import PortableCombine

/// Offers the timeline of a playhead to other machines, which follow it: `playhead attach playhead://HOST:PORT`.
///
/// Clients ask by UDP, five times a second, and the server answers. It sends each change at once to those that have
/// asked in the last five seconds. It sends a timeline on the clock of this machine: a position, the instant
/// when it was reached, the rate and the state. Media are not sent.
///
/// ```swift
/// let server = try TimelineServer(at: TimelineAddress(host: "192.168.1.10"))
/// server.serve(player, title: "film")
/// ```
///
/// Without a key, any program that can send to the address reads the timeline, and clients cannot know who answers.
/// Releasing the server closes it.
public final class TimelineServer: Sendable {
  private struct State {
    var socket: DatagramSocket
    var responder: TimelineResponder
    /// The number of what the timeline comes from, which counts how often it is offered further.
    var origin: UInt64
    /// Returns the number of the other program's player that the playhead is; nil if it is not known.
    var player: (@Sendable () -> UInt64?)?
    var playhead: (any Playhead)?
    var subscription: AnyCancellable?
    /// The timeline without its position.
    var timeline = ServedTimeline()
    /// Whether the position held, although the player played, when it was last sent.
    var isHeld = false
    var isClosed = false
    /// Closes the socket when it is cancelled; nil from then on.
    var source: (any DispatchSourceRead)?
    /// Repeats a change.
    var timer: (any HostTimer)?
  }

  /// How many datagrams are read before other work on the queue.
  private static let greatestReadCount = 64
  /// A change is sent twice, because a datagram may be lost.
  private static let repetition = Duration.milliseconds(20)

  private let key: TimelineKey?
  private let clock: any HostClock
  /// The number by which the server finds out that its playhead follows it.
  private let number: UInt64
  private let queue = DispatchQueue(label: "playhead.serve", qos: .userInteractive)
  private let state: Locked<State>

  /// Opens a server, which answers at once.
  ///
  /// - Parameters:
  ///   - address: An address of this machine, which only clients on the same machine reach if it is the loopback address,
  ///     or a multicast group of IPv4.
  ///   - key: The key that clients must have; nil for none.
  ///   - clock: The clock of the playheads.
  /// - Throws: Why the address cannot be used.
  public convenience init(
    at address: TimelineAddress, key: TimelineKey? = nil,
    clock: any HostClock = SystemHostClock.shared
  ) throws(TimelineFailure) {
    let number = TimelineOrigin.number(of: TimelineOrigin.name(of: getpid()))
    try self.init(at: address, key: key, clock: clock, number: number)
  }

  /// Opens a server with its own number, which is random if it is nil.
  package init(
    at address: TimelineAddress, key: TimelineKey? = nil,
    clock: any HostClock = SystemHostClock.shared, number: UInt64?
  ) throws(TimelineFailure) {
    (self.key, self.clock) = (key, clock)
    let number = number ?? .random(in: 0x10...UInt64.max) & ~TimelineOrigin.count
    self.number = number
    let socket = try DatagramSocket(servingAt: address)
    let identity = UInt64.random(in: 1...UInt64.max)
    state = Locked(
      State(
        socket: socket, responder: TimelineResponder(key: key, identity: identity), origin: number))
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.receive() }
    source.setCancelHandler { Glibc.close(socket.descriptor) }
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.sendChange() }
    state.withLock { ($0.source, $0.timer) = (source, timer) }
    source.activate()
  }

  deinit { close() }

  /// How many datagrams were dropped until now.
  public var dropped: DroppedDatagrams { state.withLock { $0.responder.dropped } }

  /// Offers the timeline of a playhead, instead of the one before.
  ///
  /// - Parameters:
  ///   - playhead: The playhead, which is retained until the next one, or until the server is closed.
  ///   - title: The title of its media, of which 64 bytes are sent.
  public func serve(_ playhead: some Playhead, title: String = "") {
    let changes = playhead.progressPublisher(on: .times([]), until: .closed, queue: queue)
      .sink { [weak self] in self?.record($0) }
    replace(playhead, changes, title: title)
  }

  /// The playheads from now on are the player whose number a closure returns.
  package func offer(_ player: @escaping @Sendable () -> UInt64?) {
    state.withLock { $0.player = player }
  }

  /// The playhead follows the timeline of an origin. Returns false if that is this server, or may be: a circle.
  package func follow(origin: UInt64) -> Bool {
    // A number that was repeated so often is that of a server that is gone.
    let count = TimelineOrigin.count
    let isCircle = origin | count == number | count || origin & count == count
    if !isCircle { state.withLock { $0.origin = origin &+ 1 } }
    return !isCircle
  }

  /// Offers the timeline of a playhead no more.
  package func leave(_ playhead: some Playhead) {
    guard state.withLock({ $0.playhead === playhead }) else { return }
    // Its last change may not have been sent.
    for _ in 0..<2 { sendChange() }
    replace(nil, nil, title: nil, after: playhead)
  }

  /// Replaces the playhead, if it is still `earlier`, with its changes; a title begins another item.
  private func replace(
    _ playhead: (any Playhead)?, _ subscription: AnyCancellable?, title: String?,
    after earlier: (any Playhead)? = nil
  ) {
    let now = clock.now
    let old = state.withLock { state in
      // In one step: no datagram has one item and the position of another.
      let isLate = earlier.map { $0 !== state.playhead } ?? false
      if state.isClosed || isLate { return (playhead, subscription) }
      defer { (state.playhead, state.subscription) = (playhead, subscription) }
      if let title {
        state.timeline.item &+= 1
        (state.timeline.title, state.timeline.changed) = (title, now)
      }
      return (state.playhead, state.subscription)
    }
    old.1?.cancel()
    queue.async { [weak self] in self?.sendChange(isNew: true) }
  }

  /// Ends the server, which its clients learn.
  public func close() {
    let old = state.withLock { state in
      defer {
        (state.isClosed, state.timer, state.playhead, state.subscription) = (true, nil, nil, nil)
      }
      return state
    }
    if old.isClosed { return }
    old.subscription?.cancel()
    old.timer?.cancel()
    for _ in 0..<2 { sendChange() }
    state.withLock { $0.source.take() }?.cancel()
  }

  /// Notes what the playhead has done.
  private func record(_ progress: PlayheadProgress) {
    // At a forward end, the cause is a boundary, too.
    let isChange = ![.interval, .boundary, .requested].contains(progress.cause)
    guard isChange || progress.endInstant != nil else { return }
    state.withLock { state in
      if [.seeked, .looped].contains(progress.cause) { state.timeline.moves &+= 1 }
      state.timeline.changed = progress.endInstant ?? progress.hostInstant
    }
    sendChange(isNew: true)
  }

  /// Sends the timeline to all clients, and soon again if it is new or may change by itself.
  private func sendChange(isNew: Bool = false) {
    let isHeld = state.withLock { $0.playhead }?.progressIfKnown?.isHeld ?? false
    let now = clock.now
    let (timer, changes) = state.withLock { state in
      if state.isHeld, !isHeld { state.timeline.changed = now }
      // No publisher reports the end of a hold, which is sent twice, too.
      let isRepeated = isNew || state.isHeld || isHeld
      state.isHeld = isHeld
      return (isRepeated ? state.timer : nil, state.responder.changes(at: now))
    }
    timer?.arm(at: now.advanced(by: Self.repetition))
    for (address, datagram) in changes { send(datagram, to: address) }
  }

  private func receive() {
    for _ in 0..<Self.greatestReadCount {
      guard let (bytes, sender) = state.withLock({ $0.source == nil ? nil : $0.socket.receive() })
      else { return }
      let now = clock.now
      let answer = state.withLock { $0.responder.receive(bytes, from: sender, at: now) }
      if let answer { send(answer, to: sender) }
    }
  }

  private func send(_ datagram: TimelineDatagram, to address: [UInt8]) {
    var datagram = datagram
    let (playhead, known, origin, player, isClosed) = state.withLock {
      ($0.playhead, $0.timeline, $0.origin, $0.player, $0.isClosed)
    }
    let system = SystemTime.read(by: clock)
    let progress = playhead?.progressIfKnown
    let now = clock.now
    (datagram.sent, datagram.systemTime) = (now, system)
    (datagram.timeline, datagram.origin) = (known, player?() ?? origin)
    datagram.timeline.follow(progress, at: now)
    if isClosed { datagram.timeline.state = .closed }
    let bytes = datagram.bytes(key)
    state.withLock { state in
      // Afterwards, another file may have the descriptor.
      if state.source != nil { state.socket.send(bytes, to: address) }
    }
  }
}

/// Why a timeline cannot be served, in words.
public struct TimelineFailure: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
