import PlayheadInterprocess
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Reports of one player.
@Suite struct MPRISPlayerTests {
  @Test func theFirstReportsAreTheFactsAndAReading() throws {
    var stage = MPRISStage(.named("vlc"), [MPRISStage.vlc: MPRISStage.song])
    let reports = stage.answerAll().filter { $0 != .answered }
    try #require(reports.count == 2)
    let facts = try #require(reports[0].facts)
    #expect(facts.playback == .playing && facts.rate == 1 && facts.volume == 25)
    #expect(facts.canSeek && facts.isMuted == nil)
    #expect(facts.item?.title == "Song" && facts.item?.artist == "One, Two")
    #expect(facts.item?.location == "file:///song.flac")
    #expect(facts.item?.duration == .seconds(60))
    let reading = try #require(reports[1].reading)
    #expect(reading.value == .seconds(7) && reading.sent < reading.received)
  }

  @Test func aRepeatedTrackIsALoop() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    let loop = PlayerFacts.Loop(start: .zero, end: .seconds(60))
    #expect(stage.change(["LoopStatus": .text("Track")]).first?.facts?.loop == loop)
    for status in ["Playlist", "None"] {
      _ = stage.change(["LoopStatus": .text("Track")])
      let facts = try #require(stage.change(["LoopStatus": .text(status)]).first?.facts)
      #expect(facts.loop == nil)
    }
  }

  @Test func aReadingHasTheInstantsOfItsCallAndItsReply() {
    var stage = MPRISStage.following(MPRISStage.song)
    stage.machine.read()
    stage.send()
    let sent = stage.now
    stage.time += 500
    let reports = stage.answer()
    #expect(
      reports == [
        .reading(PositionReading(sent: sent, received: stage.now, value: .seconds(7)))
      ])
  }

  @Test func aChangeCameAfterTheLastCallThatWasAnswered() {
    var stage = MPRISStage.following(MPRISStage.song)
    stage.machine.read()
    stage.send()
    let sent = stage.now
    _ = stage.answer()
    stage.time += 1_000
    let paused = stage.change(["PlaybackStatus": .text("Paused")])
    guard case .facts(let facts, let since, let received)? = paused.first else {
      Issue.record("\(paused)")
      return
    }
    #expect(facts.playback == .paused && since == sent && received == stage.now)
    #expect(
      stage.seeked(.int64(1_500_000))
        == [.moved(to: .milliseconds(1_500), since: sent, received: stage.now)])
  }

  /// VLC states that it has stopped, and the next item only later.
  @Test func anItemThatIsLeftDoesNotStopBefore() throws {
    var stage = MPRISStage.following(MPRISStage.song)
    stage.machine.read()
    stage.send()
    stage.players[MPRISStage.vlc]?["Position"] = .int64(0)
    stage.players[MPRISStage.vlc]?["Metadata"] = .dictionary(["mpris:trackid": .path("/track/2")])
    #expect(stage.change(["PlaybackStatus": .text("Stopped")]) == [])
    stage.players[MPRISStage.vlc]?["PlaybackStatus"] = .text("Playing")
    let stopped = stage.now
    #expect(stage.answer() == [.answered])
    let reports = stage.answerAll()
    guard case .facts(let facts, _, let received)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(facts.playback == .playing && facts.item?.identity.hasSuffix("/track/2") == true)
    #expect(received == stopped && reports.last?.reading?.value == .zero)
  }

  @Test(arguments: [true, false])
  func aStopOfTheSameItemIsReported(_ isAnswered: Bool) throws {
    var stage = MPRISStage.following(MPRISStage.song)
    #expect(stage.change(["PlaybackStatus": .text("Stopped")]) == [])
    let (stopped, error) = (stage.now, ReceivedError(name: "org.example.No", message: "no"))
    let reports = isAnswered ? stage.answerAll() : stage.answer(.error(error))
    guard case .facts(let facts, _, let received)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(facts.playback == .stopped && facts.item?.title == "Song" && received == stopped)
  }

  @Test(
    arguments: [
      (BusValue.int64(-1), nil), (.int64(.max), nil), (.int64(.min), nil), (.double(.nan), nil),
      (.double(.infinity), nil), (.double(-1e300), nil), (.uint64(.max), nil), (.text("7"), nil),
      (.dictionary([:]), nil), (.variant(.other(signature: "(ii)")), nil), (.boolean(true), nil),
      (.double(1_500_000.4), 1_500_000), (.uint64(5), 5), (.int32(6), 6), (.uint32(7), 7),
      (.int64(0), 0), (.int64(999_999_999_999), 999_999_999_999),
    ] as [(BusValue, Int64?)])
  func aPositionOfAnyTypeIsReadOrIgnored(_ value: BusValue, _ microseconds: Int64?) {
    var song = MPRISStage.song
    song["Position"] = value
    var stage = MPRISStage.following(song)
    stage.machine.read()
    let expected = microseconds.map { MediaTime(ticks: $0, timebase: .microseconds) }
    #expect(stage.answer().compactMap { $0.reading?.value } == [expected].compactMap { $0 })
    let changed = stage.change(["Position": value])
    #expect(changed.compactMap { $0.reading?.value } == [expected].compactMap { $0 })
    guard case .moved(let position, _, _)? = stage.seeked(value).first else {
      Issue.record("no movement")
      return
    }
    #expect(position == expected)
  }

  @Test(
    arguments: [
      ["PlaybackStatus": .text("Dancing"), "Rate": .text("fast"), "Volume": .boolean(true)],
      ["PlaybackStatus": .int32(1), "Rate": .double(.nan), "Volume": .double(.infinity)],
      ["Metadata": .texts(["x"]), "CanSeek": .int32(0), "CanControl": .text("no")],
      ["Metadata": .variant(.other(signature: "a{ss}")), "Rate": .double(-2)],
      ["Rate": .double(1e9)],
    ] as [[String: BusValue]])
  func valuesOfWrongTypesChangeNothing(_ values: [String: BusValue]) {
    var stage = MPRISStage.following(MPRISStage.song)
    #expect(stage.change(values) == [])
  }

  @Test func aPlayerThatStatesNothingIsStopped() {
    var stage = MPRISStage(.named("vlc"), [MPRISStage.vlc: [:]])
    let facts = stage.answerAll().compactMap(\.facts)
    #expect(facts == [PlayerFacts()])
    stage.machine.read()
    #expect(stage.answerAll() == [.withoutPosition])
  }

  @Test func rateZeroIsAPause() {
    var stage = MPRISStage.following(MPRISStage.song)
    #expect(stage.change(["Rate": .double(0)]).first?.facts?.playback == .paused)
    #expect(stage.change(["Rate": .double(2)]).first?.facts?.rate == 2)
  }

  @Test func anItemIsOtherIfTheTrackOrTheURLIs() {
    var stage = MPRISStage.following(MPRISStage.song)
    var identities: [String?] = []
    func play(_ values: [String: BusValue]) {
      let reports = stage.change(["Metadata": .dictionary(values)])
      identities += reports.compactMap { $0.facts }.map { $0.item?.identity }
    }
    let url = BusValue.text("file:///song.flac")
    play(["mpris:trackid": .path("/track/1"), "xesam:url": url, "xesam:title": .text("Tag")])
    play(["mpris:trackid": .path("/track/1"), "xesam:url": url, "mpris:length": .uint64(5)])
    play(["mpris:trackid": .path("/track/2"), "xesam:url": url])
    play(["mpris:trackid": .path("/track/2"), "xesam:url": .text("http://a")])
    play(["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
    play(["xesam:title": .text("Film")])
    play(["xesam:title": .text("Film"), "mpris:length": .int64(-5)])
    play(["xesam:title": .text("Another")])
    #expect(identities.count == 7)
    #expect(identities[0] == identities[1])
    #expect(Set(identities.dropFirst()).count == 6 && identities[4] == nil)
  }

  @Test func whatIsStatedLaterBelongsToTheSameItem() {
    var stage = MPRISStage.following([:])
    func identity(_ values: [String: BusValue]) -> String? {
      stage.change(["Metadata": .dictionary(values)]).first?.facts?.item?.identity
    }
    let (title, url) = (BusValue.text("Film"), BusValue.text("file:///film"))
    let first = identity(["xesam:title": title])
    #expect(identity(["xesam:title": title, "xesam:url": url]) == first)
    #expect(identity(["xesam:url": url]) == first)
    let second = identity(["xesam:title": .text("Other"), "xesam:url": .text("file:///b")])
    #expect(first != nil && second != first)
    // A player without URLs.
    #expect(identity(["xesam:title": .text("Another")]) != second)
  }

  @Test func invalidatedPropertiesAreReadOnceMore() {
    var stage = MPRISStage.following(MPRISStage.song)
    for _ in 1...100 { #expect(stage.change([:], invalidated: ["Volume"]) == []) }
    stage.players[MPRISStage.vlc]?["Volume"] = .double(0.5)
    #expect(stage.answer().first?.facts?.volume == 50)
    _ = stage.answer()
    stage.send()
    #expect(stage.waiting.isEmpty)
  }

  @Test func aPlayerThatDoesNotRepeatItsPropertiesIsFollowedFurther() {
    var stage = MPRISStage.following(MPRISStage.song)
    _ = stage.change([:], invalidated: ["Volume"])
    #expect(stage.answer(.error(ReceivedError(name: "x", message: "no"))) == [.answered])
    #expect(stage.change(["Volume": .double(1)]).first?.facts?.volume == 100)
  }

  @Test func positionsThatAreAwaitedAreFew() {
    var stage = MPRISStage.following(MPRISStage.song)
    for _ in 1...100 { stage.machine.read() }
    stage.send()
    #expect(stage.waiting.count == 4)
    #expect(stage.answer(.error(ReceivedError(name: "x", message: "no"))) == [.withoutPosition])
    stage.machine.read()
    stage.send()
    #expect(stage.waiting.count == 4)
  }

  @Test func longTextsAreShortened() {
    var stage = MPRISStage.following([:])
    let long = String(repeating: "x", count: 100_000)
    let item = stage.change([
      "Metadata": .dictionary([
        "xesam:title": .text(long), "xesam:url": .text(long), "mpris:trackid": .text(long),
        "xesam:artist": .texts(Array(repeating: long, count: 100)),
      ])
    ]).first?.facts?.item
    #expect(item?.title?.count == 1_024 && item?.artist?.count == 1_024)
    #expect(item?.location == nil && (item?.identity.count ?? 0) < 100)
  }

  @Test func habitsDependOnTheProgram() {
    let vlc = PositionHabits(hold: .milliseconds(1_100), noise: .milliseconds(10))
    #expect(PositionHabits.mpris("org.mpris.MediaPlayer2.vlc.instance7") == vlc)
    #expect(PositionHabits.mpris("org.mpris.MediaPlayer2.vlcx").noise == .milliseconds(2))
    #expect(PositionHabits.mpris("org.mpris.MediaPlayer2.playhead.instance1").hold == .zero)
    #expect(PositionHabits.mpris(.named("vlc")) == vlc)
    #expect(
      PositionHabits.mpris("org.mpris.MediaPlayer2.chromium.instance7").hold == .milliseconds(150))
    #expect(PositionHabits.mpris("org.mpris.MediaPlayer2.mpd").hold > .seconds(2))
    #expect(PositionHabits.mpris(.any).hold > .seconds(1))
  }
}
