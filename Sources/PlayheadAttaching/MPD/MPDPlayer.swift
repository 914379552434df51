import PlayheadMedia
import PlayheadTimekeeping

/// The state of an MPD, from which the next answers make reports.
struct MPDPlayer: Equatable, Sendable {
  /// The answer to `currentsong`.
  private struct Song: Equatable {
    var identifier: String?
    var location: String?
    var title: String?
  }

  private var status: MPDStatus?
  private var facts: PlayerFacts?
  private var playhead: MPDPlayhead?
  private var reportedHabits = MPDProtocol.habits
  /// A value that was ahead, and by how much others were behind it: MPD may hand over many chunks at a time.
  private var foremost: MPDPlayhead?
  private var greatestLag = Duration.zero
  /// The number of values that were behind it, and how many show that none comes forward again.
  private var behindCount = 0
  private static let greatestBehindCount = 50
  /// For how long it has held values in this song, and in the one before, if that is much longer than for a chunk.
  private var observedHold = Duration.zero
  private var earlierHold = Duration.zero
  /// The process of the MPD; nil if it is not known.
  var process: Int32?
  private var sound: PlayerSound?
  /// The number of songs that were begun.
  private var songCount = 0
  private var song = Song()
  /// The directory of the music, if the MPD reports it.
  private var directory: String?
  /// The instant after which the player changed in a way that the next status shows.
  private var change: HostInstant?

  /// Whether a song is open.
  var hasPosition: Bool { status.map { $0.state != .stopped } ?? false }

  mutating func recordChange(since instant: HostInstant) {
    if change == nil { change = instant }
  }

  /// Another song was requested here. The present one is not played to its end.
  mutating func skip() { playhead = nil }

  /// A seek that was requested here is done.
  mutating func finishSeek(
    to target: MediaTime, sent: HostInstant, _ receipt: MessageReceipt
  ) -> [SourceReport] {
    guard hasPosition else { return [] }
    let target = max(target, .zero)
    let reading = PositionReading(sent: sent, received: receipt.received, value: target)
    playhead?.reading = reading
    (foremost, greatestLag, behindCount) = (nil, .zero, 0)
    let isWithin = status?.duration.map { target < $0 } ?? false
    return [.moved(to: isWithin ? target : nil, since: sent, received: receipt.received)]
  }

  mutating func receive(configuration answer: MPDAnswer, _ receipt: MessageReceipt)
    -> [SourceReport]
  {
    directory = answer["music_directory"]
    return reportFacts(receipt.since, receipt)
  }

  mutating func receive(song answer: MPDAnswer, _ receipt: MessageReceipt) -> [SourceReport] {
    // As mpc shows it.
    let title = answer["Title"] ?? answer["Name"]
    let whole = title.map { title in answer["Artist"].map { "\($0) - \(title)" } ?? title }
    song = Song(
      identifier: answer["Id"], location: answer["file"], title: whole.map(ExactText.readable))
    return reportFacts(receipt.since, receipt)
  }

  mutating func receive(
    _ new: MPDStatus, sent: HostInstant, _ receipt: MessageReceipt
  ) -> [SourceReport] {
    let (old, before) = (status, playhead)
    let reading = new.elapsed.map {
      PositionReading(sent: sent, received: receipt.received, value: $0)
    }
    // A status may show a change before MPD reports that there is one.
    let since = min(change.take() ?? before?.reading.sent ?? sent, receipt.received)
    let isSame = old?.song == new.song && hasPosition && new.state != .stopped
    let isPlaying = new.state == .playing && new.isDecoded
    let hasMoved =
      reading.map { reading in
        before.map { !$0.leads(to: reading, isPlayingLater: isPlaying) } == true
          && !(isSame && repeats(old, new, before, reading, isPlaying))
      } ?? false
    if let reading, isSame, !hasMoved, isPlaying, before?.isPlaying == true {
      learnHold(reading, chunk: new.habits.hold)
    } else {
      (foremost, greatestLag, behindCount) = (nil, .zero, 0)
    }
    var habits = new.habits
    habits.hold = max(habits.hold, observedHold, earlierHold)
    let isEnded =
      (!isSame || hasMoved)
      && before?.reachesEnd(of: old?.duration, and: reading?.value, by: receipt.received) == true
    var reports: [SourceReport] = isEnded ? [.ended(received: receipt.received)] : []
    if new.state != .stopped, !isSame || isEnded {
      songCount &+= 1
      (earlierHold, observedHold) = (observedHold, .zero)
    }
    status = new
    if isSame, hasMoved, !isEnded {
      // The position is that of the status, however long ago the playhead was moved.
      let formed = sent.advanced(by: .zero - habits.hold)
      reports.append(.moved(to: reading?.value, since: formed, received: receipt.received))
    }
    reports += reportFacts(since, receipt)
    guard new.state != .stopped, let reading else {
      playhead = nil
      return reports
    }
    playhead = MPDPlayhead(reading: reading, isPlaying: isPlaying, hold: habits.hold)
    if habits != reportedHabits {
      reportedHabits = habits
      reports.append(.habits(habits))
    }
    if let process, let chunk = new.chunk {
      let newSound = PlayerSound.mpd(process: process, chunk: chunk)
      if newSound != sound { reports.append(.sound(newSound)) }
      sound = newSound
    }
    // MPD states zero already a chunk before a song that it repeats is heard again.
    if isSame, new.repeatsSong, isPlaying, new.isFine, reading.value == .zero {
      return reports + [.answered]
    }
    return reports + [.reading(reading)]
  }

  /// Learns for how long values are held. After a stall they do not come forward again, and another one is foremost.
  private mutating func learnHold(_ reading: PositionReading, chunk: Duration) {
    let new = MPDPlayhead(reading: reading, isPlaying: true, hold: chunk)
    let lag = foremost?.lag(of: reading) ?? .zero
    greatestLag = max(greatestLag, lag)
    let isLost = behindCount == Self.greatestBehindCount
    guard lag <= chunk / 2 || isLost else { return behindCount += 1 }
    if !isLost, greatestLag > max(chunk * 3 / 2, observedHold) {
      observedHold = min(greatestLag + greatestLag / 8, MPDProtocol.habits.hold)
    }
    (foremost, greatestLag, behindCount) = (new, .zero, 0)
  }

  /// Whether a song that is repeated has begun again, without a seek.
  private func repeats(
    _ old: MPDStatus?, _ new: MPDStatus, _ before: MPDPlayhead?, _ reading: PositionReading,
    _ isPlaying: Bool
  ) -> Bool {
    guard old?.repeatsSong == true || new.repeatsSong, let duration = old?.duration else {
      return false
    }
    return before?.leads(to: reading, repeating: duration, isPlayingLater: isPlaying) == true
  }

  private mutating func reportFacts(
    _ since: HostInstant, _ receipt: MessageReceipt
  ) -> [SourceReport] {
    guard let new = status.map(makeFacts), new != facts else { return [] }
    facts = new
    return [.facts(new, since: since, received: receipt.received)]
  }

  private func makeFacts(of status: MPDStatus) -> PlayerFacts {
    var facts = PlayerFacts()
    facts.volume = status.volume
    facts.canSeek = status.duration != nil
    guard status.state != .stopped else { return facts }
    facts.playback =
      status.state == .paused ? .paused : status.isDecoded ? .playing : .waiting
    var item = PlayerFacts.Item(identity: String(songCount))
    if song.identifier == status.song { (item.location, item.title) = (song.location, song.title) }
    item.directory = directory
    item.duration = status.duration
    item.listIndex = status.listIndex
    facts.item = item
    if status.repeatsSong { facts.loop = PlayerFacts.Loop(start: .zero, end: status.duration) }
    return facts
  }
}
