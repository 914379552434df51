import PlayheadAttaching
import PlayheadCore
import PlayheadServing
import PlayheadTimekeeping

/// Decides what to ask the server of a timeline, and reports its answers as the source of another player does.
package struct TimelineChaser: Sendable {
  /// How many questions are asked soon after each other, and how soon.
  private static let eagerCount: UInt64 = 80
  private static let eagerInterval = Duration.milliseconds(20)
  private static let interval = Duration.milliseconds(200)
  /// For how long a first answer is awaited, and for how long if the server may be at another address.
  private static let (patience, shortPatience) = (Duration.seconds(5), Duration.seconds(1))
  /// An answer to an older question is dropped, and an older datagram not repeated in a question.
  private static let greatestAge = Duration.seconds(2)
  /// After so many questions without an answer, nothing is repeated: the server drops old questions by its clock, as after
  /// this machine has slept.
  private static let mostUnanswered: UInt64 = 2
  /// The server is lost after this time at the earliest, and after so many questions without an answer.
  private static let leastFreewheel = Duration.seconds(1)
  private static let lostCount: UInt64 = 4
  /// Another server is not followed until the present one has been silent for so long.
  private static let rivalTime = Duration.seconds(1)
  /// What a server that is silent for so long plays after the end of an item is not known.
  private static let endTime = Duration.milliseconds(500)

  private let key: TimelineKey?
  private let client: UInt64
  /// For how long the playhead moves on without a datagram; at least a second.
  private let freewheel: Duration
  private let start: HostInstant
  private var questionCount: UInt64 = 0
  /// The question from which on the others are asked less often.
  private var lastEager = Self.eagerCount
  /// The number of questions since the last datagram.
  private var unanswered: UInt64 = 0
  /// When something is due, unless a datagram comes before.
  package private(set) var deadline: HostInstant
  private var clock = ServerClock()
  /// The newest datagram, and when it was received.
  private var newest: (datagram: TimelineDatagram, instant: HostInstant)?
  private var isReported = true
  private var lastReading: HostInstant?
  private var facts: PlayerFacts?
  private var moves: UInt64 = 0
  /// When the server sent the last datagram that was reported.
  private var lastSent = HostInstant(nanoseconds: 0)
  private var noise = Duration.zero
  /// Whether another server has answered, which may be the present one that was started again.
  private var hasRival = false
  package private(set) var dropped = DroppedDatagrams()
  /// The notices to the user, published or not.
  private var notices: Set<String> = []
  private var newNotices: [SourceReport] = []

  /// Creates a machine that knows nothing, with a random number.
  package init(
    client: UInt64, key: TimelineKey?, freewheel: Duration, at now: HostInstant
  ) {
    (self.client, self.key, self.freewheel) = (client, key, max(freewheel, Self.leastFreewheel))
    (start, deadline) = (now, now)
  }

  /// The number of what the timeline comes from; nil before the first answer.
  package var origin: UInt64? { newest?.datagram.origin }

  /// Returns the question that is due now.
  package mutating func question(at now: HostInstant) -> [UInt8]? {
    guard now >= deadline else { return nil }
    (questionCount, unanswered) = (questionCount &+ 1, unanswered &+ 1)
    let isEager = questionCount < lastEager
    deadline = now.advanced(by: isEager ? Self.eagerInterval : Self.interval)
    var question = TimelineDatagram(.question)
    (question.client, question.sequence, question.asked) = (client, questionCount, now)
    if let newest, unanswered <= Self.mostUnanswered,
      newest.instant.duration(to: now) <= Self.greatestAge
    {
      (question.server, question.sent) = (newest.datagram.server, newest.datagram.sent)
    }
    return question.bytes(key)
  }

  // MARK: Answers

  /// Takes a datagram.
  package mutating func receive(
    _ bytes: [UInt8], at now: HostInstant, system: SystemTime? = nil
  ) {
    guard let datagram = TimelineDatagram(bytes, key), datagram.kind == .answer,
      datagram.client == client
    else {
      notice("datagrams are dropped: \(unreadable)")
      dropped.unreadable &+= 1
      return
    }
    guard accept(datagram, at: now) else {
      dropped.repeated &+= 1
      return
    }
    let wasDisciplined = clock.isDisciplined
    if datagram.asked.nanoseconds != 0 { clock.receive(datagram, at: now, system: system) }
    if clock.isDisciplined {
      notice("the system clocks of both machines are used, which NTP or PTP disciplines")
    } else if wasDisciplined, clock.isContradicted {
      notice("a system clock was set: they are not used while they contradict the round trips")
    }
    (newest, isReported, unanswered) = ((datagram, now), false, 0)
  }

  private mutating func accept(_ datagram: TimelineDatagram, at now: HostInstant) -> Bool {
    let age = datagram.asked.duration(to: now)
    let isAnswer = datagram.asked >= start && age >= .zero && age <= Self.greatestAge
    if let newest, newest.datagram.server == datagram.server {
      guard datagram.sequence > newest.datagram.sequence,
        isAnswer || datagram.asked.nanoseconds == 0
      else { return false }
      if hasRival { notice("another server answers, too, and is not followed") }
      return true
    }
    guard isAnswer else { return false }
    // Two servers may have one group.
    hasRival = newest.map { $0.instant.duration(to: now) < Self.rivalTime } ?? false
    // Another server, or one that was started again, with another clock.
    if hasRival { return false }
    (clock, lastEager) = (ServerClock(), questionCount &+ Self.eagerCount)
    return true
  }

  /// Why there is no first answer.
  package var silence: SourceReport.Loss {
    if dropped.unreadable > 0 { return .failed("its datagrams are not read: \(unreadable)") }
    // It does not answer questions that it cannot read.
    return .failed(
      "the server does not answer, has \(key == nil ? "a" : "another") key, "
        + "or is another version of playhead")
  }

  /// Returns whether an answer is missing for so long that the server may be at another of its addresses.
  package func isUnanswered(at now: HostInstant) -> Bool {
    // The process may have been stopped.
    newest == nil && start.duration(to: now) >= Self.shortPatience
      && questionCount >= Self.eagerCount / 4
  }

  private var unreadable: String {
    "they are damaged, \(key == nil ? "have a key" : "do not have this key"), "
      + "or are from another version of playhead"
  }

  private mutating func notice(_ text: String) {
    if notices.insert(text).inserted { newNotices.append(.noticed(text)) }
  }

  // MARK: Reports

  /// Returns the changes. Throws why the timeline ends.
  package mutating func settle(at now: HostInstant) throws(SourceReport.Loss) -> [SourceReport] {
    guard let newest else {
      // The process may have been stopped.
      if start.duration(to: now) < Self.patience || questionCount < Self.eagerCount { return [] }
      throw silence
    }
    if newest.datagram.timeline.state == .closed { throw .closed }
    guard newest.instant.duration(to: now) < freewheel || unanswered < Self.lostCount else {
      throw .failed("the server does not answer any more")
    }
    guard let clock = clock.instant(at: now) else { return [] }
    let isDue = lastReading.map { $0.duration(to: now) >= Self.interval } ?? true
    if isReported, !isDue { return [] }
    (isReported, lastReading) = (true, now)
    defer { newNotices = [] }
    return newNotices + makeReports(of: newest.datagram, clock.instant, clock.uncertainty, at: now)
  }

  private mutating func makeReports(
    of datagram: TimelineDatagram, _ instant: HostInstant, _ uncertainty: Duration,
    at now: HostInstant
  ) -> [SourceReport] {
    var timeline = datagram.timeline
    var reports: [SourceReport] = []
    // Small changes change nothing.
    let level = max(Duration.seconds((uncertainty / .seconds(16)).binade), .microseconds(200))
    if level != noise {
      noise = level
      reports.append(.habits(PositionHabits(noise: level)))
    }
    var changed = max(timeline.changed, lastSent)
    lastSent = datagram.sent
    let rate = timeline.state == .playing ? timeline.rate : .paused
    var course = Timeline(mediaAnchor: timeline.position, hostAnchor: datagram.sent, rate: rate)
    if let duration = timeline.duration, let end = course.instant(of: duration),
      end > datagram.sent, end <= instant, datagram.sent.duration(to: instant) > Self.endTime
    {
      course = Timeline(mediaAnchor: duration, hostAnchor: end, rate: .paused)
      (timeline.state, changed) = (.stalled, end)
    }
    let change = now.advanced(by: .zero - max(changed.duration(to: instant), .zero))
    // The rest of the server's own uncertainty is no bias: a follower must not ignore it.
    let bias = uncertainty * course.rate.doubleValue
    reports.append(.uncertainty(timeline.uncertainty + bias, bias: timeline.bias + bias))
    if timeline.state == .ended { reports.append(.ended(received: now)) }
    let facts = PlayerFacts(timeline, of: datagram.server)
    let isSameItem = self.facts?.item?.identity == facts.item?.identity
    if facts != self.facts {
      reports.append(.facts(facts, since: change, received: change))
    }
    self.facts = facts
    if facts.item == nil || timeline.state == .ended { return reports }
    let position = course.position(at: instant)
    if isSameItem, timeline.moves != moves {
      reports.append(.moved(to: position, since: now, received: now))
    }
    moves = timeline.moves
    return reports + [.reading(PositionReading(sent: now, received: now, value: position))]
  }
}

extension PlayerFacts {
  fileprivate init(_ timeline: ServedTimeline, of server: UInt64) {
    self.init()
    canSeek = false
    playback =
      switch timeline.state {
      case .playing: .playing
      case .waiting, .stalled, .loading: .waiting
      case .paused: .paused
      case .idle, .ended, .failed, .closed: .stopped
      }
    rate = timeline.rate.isPaused ? .normal : timeline.rate
    guard timeline.item > 0, timeline.state != .idle else { return }
    var item = PlayerFacts.Item(identity: "\(server) \(timeline.item)")
    item.title = timeline.title.isEmpty ? nil : timeline.title
    item.duration = timeline.duration
    self.item = item
  }
}
