import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

/// Cues that become known during playback, on the manual clock.
@Suite struct CueFeedTests {
  private typealias Recorder = RecordingSubscriber<PlayheadProgress, Never>

  private let stage = Stage(FakeMedia(frameCount: 250))
  private let feed = CueFeed()

  private func cue(_ start: Int64, _ end: Int64?) -> Cue {
    Cue(
      start: .milliseconds(start), end: end.map { .milliseconds($0) }, text: "at \(start)")
  }

  /// Takes a cue as of a packet of a track.
  private func take(_ start: Int64, _ end: Int64?, endsWithNext: Bool? = nil) {
    let cue = cue(start, end)
    feed.add(
      CueUpdate(position: cue.start, cue: cue, endsWithNext: endsWithNext ?? (end == nil)),
      ofTrack: 1, at: start)
  }

  private func follow(demand: Subscribers.Demand = .unlimited) -> Recorder {
    let recorder = Recorder(asking: demand)
    stage.player.progressPublisher(on: .cues(feed)).subscribe(recorder)
    return recorder
  }

  private func boundaries(_ recorder: Recorder) -> [String] {
    recorder.values.filter { $0.boundary?.isCue == true }.map {
      "\($0.due.seconds) \(feed.cues(at: $0.due).map(\.text).joined(separator: "+"))"
    }
  }

  @Test func cuesThatArriveBeforeThePlayheadAreBoundariesInOrder() {
    let recorder = follow()
    feed.add([cue(1_000, 2_000)])
    stage.player.play()
    stage.advance(milliseconds: 500)
    take(3_000, 5_000)
    take(4_000, nil)
    stage.advance(milliseconds: 4_000)
    take(6_000, 6_500)
    stage.advance(milliseconds: 6_000)
    #expect(
      boundaries(recorder) == [
        "1.0 at 1000", "2.0 ", "3.0 at 3000", "4.0 at 3000+at 4000", "5.0 at 4000", "6.0 at 6000",
        "6.5 ",
      ])
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func aCueThatThePlayheadHasCrossedIsReportedWhenItArrives() throws {
    let recorder = follow()
    take(500, 600)
    stage.player.play()
    stage.advance(milliseconds: 2_000)
    take(1_000, 5_000)
    take(1_200, 1_400)
    stage.advance(milliseconds: 1)
    #expect(
      boundaries(recorder) == [
        "0.5 at 500", "0.6 ", "1.0 at 1000", "1.2 at 1000+at 1200", "1.4 at 1000",
      ])
    #expect(try #require(recorder.values.last).position >= .seconds(2))
    stage.advance(milliseconds: 4_000)
    #expect(boundaries(recorder).last == "5.0 ")
  }

  @Test func aCueIntoWhichTheUserSoughtIsReportedOnceWhenItArrives() {
    let recorder = follow()
    stage.load()
    stage.player.beginSeek(to: .seconds(6))
    stage.advance(milliseconds: 10)
    for _ in 0..<2 {
      take(5_000, 8_000)
      take(1_000, 2_000)
      take(9_000, 9_500)
      stage.advance(milliseconds: 10)
    }
    #expect(boundaries(recorder) == ["5.0 at 5000"])
    #expect(stage.clock.armedTimerCount == 0)
    // The seek has reported the cue itself if it is already known.
    stage.player.beginSeek(to: .milliseconds(1_500))
    stage.advance(milliseconds: 10)
    #expect(boundaries(recorder).count == 1 && recorder.values.last?.cause == .seeked)
  }

  @Test func aCueThatIsCurrentWherePlaybackStartsIsNotReportedBefore() {
    stage.player.setStart(.seconds(6))
    let recorder = follow()
    stage.player.play()
    take(5_000, 8_000)
    stage.advance(milliseconds: 10)
    #expect(recorder.values.map(\.cause) == [.started])
    stage.advance(milliseconds: 2_000)
    #expect(boundaries(recorder) == ["8.0 "])
  }

  @Test func thePublisherOfCuesFollowsArrivals() {
    let recorder = RecordingSubscriber<[Cue], Never>()
    stage.player.cuePublisher(feed, queue: nil).subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 1_500)
    take(1_000, 3_000)
    stage.advance(milliseconds: 3_000)
    #expect(recorder.values.map { $0.map(\.text) } == [[], ["at 1000"], []])
  }

  @Test func theSecondPassOfALoopKnowsTheCues() {
    let recorder = follow()
    stage.player.setLoop(PlaybackLoop(count: 2))
    stage.player.play()
    stage.advance(milliseconds: 1_500)
    take(1_000, 2_000)
    stage.advance(milliseconds: 10_000)
    take(1_000, 2_000)
    stage.advance(milliseconds: 8_000)
    #expect(boundaries(recorder) == ["1.0 at 1000", "2.0 ", "1.0 at 1000", "2.0 "])
  }

  @Test func aCueWithoutADeclaredEndEndsWithTheNextPacketOrAtItsLatestEnd() {
    let recorder = follow()
    take(1_000, nil)
    take(2_000, 8_000, endsWithNext: true)
    feed.add(
      CueUpdate(position: .seconds(3), cue: nil, endsWithNext: true), ofTrack: 1, at: nil)
    take(4_000, 4_500, endsWithNext: true)
    #expect(feed.nextUndeclaredEnd == .milliseconds(4_500))
    feed.endCues(until: .seconds(5))
    take(6_000, nil)
    feed.finish()
    stage.player.play()
    stage.advance(milliseconds: 11_000)
    #expect(
      boundaries(recorder) == [
        "1.0 at 1000", "2.0 at 2000", "3.0 ", "4.0 at 4000", "4.5 ", "6.0 at 6000",
      ])
    #expect(feed.track.map(\.end) == [2_000, 3_000, 4_500].map { .milliseconds($0) } + [nil])
  }

  /// The end of a cue that was read before a seek is not the next packet after it.
  @Test func readingElsewhereEndsNoCue() {
    take(1_000, nil)
    feed.restart(after: .milliseconds(1_500))
    take(8_000, 9_000)
    #expect(feed.cues(at: .milliseconds(1_400)).map(\.text) == ["at 1000"])
    #expect(feed.cues(at: .seconds(8)).map(\.text) == ["at 8000"])
    let place = feed.news(since: nil)?.index
    feed.restart(after: .seconds(9))
    take(1_000, nil)
    take(2_000, 3_000)
    #expect(feed.track.map(\.end) == [2_000, 3_000, 9_000].map { .milliseconds($0) })
    #expect(
      feed.news(since: place)?.marks.map(\.due) == [2_000, 2_000, 3_000].map { .milliseconds($0) })
  }

  @Test func cuesOfMediaAreForgottenBeyond64MebibytesAndReadAgain() {
    feed.add([cue(0, 1)])
    let recorder = follow()
    let text = String(repeating: "x", count: 32_768)
    func take(_ index: Int64) {
      var cue = cue(index * 10, index * 10 + 10)
      (cue.text, cue.rawText) = (text, text)
      feed.add(CueUpdate(position: cue.start, cue: cue, endsWithNext: false), ofTrack: 1, at: index)
    }
    for index in 0..<1_100 { take(Int64(index)) }
    #expect(
      (500..<700).contains(feed.track.count) && feed.track.last?.start == .milliseconds(10_990))
    #expect(feed.cues(at: .zero).map(\.text) == ["at 0"])
    let count = feed.track.count
    take(0)
    take(1_099)
    #expect(feed.track.count == count + 1)
    stage.player.play()
    stage.advance(milliseconds: 11_000)
    #expect(recorder.values.last { $0.boundary?.isCue == true }?.due == .seconds(10))
  }

  @Test func severalFeedsAndATrackAreBoundariesTogether() {
    let other = CueFeed([cue(3_000, 3_500)])
    feed.add([cue(2_000, 2_500)])
    let recorder = Recorder()
    let schedule = Schedule.cues(CueTrack([cue(1_000, 1_500)])).union(.cues(feed)).union(
      .cues(other))
    stage.player.progressPublisher(on: schedule).subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 5_000)
    let dues = recorder.values.filter { $0.boundary?.isCue == true }.map(\.due.seconds)
    #expect(dues == [1, 1.5, 2, 2.5, 3, 3.5])
  }

  /// Any order of arrival finds what a track of all of them finds.
  @Test func aFeedFindsWhatATrackFinds() {
    let cues = (0..<500).map { index -> Cue in
      let start = Int64(index * 7_919 % 500) * 10
      return cue(start, start + Int64(index % 90) * 10)
    }
    let half = CueFeed(cues.prefix(250))
    half.add(cues[250..<400])
    for index in 400..<500 {
      half.add(
        CueUpdate(position: .zero, cue: cues[index], endsWithNext: false), ofTrack: 0,
        at: Int64(index))
    }
    let track = CueTrack(cues)
    #expect(half.track == track)
    for time in stride(from: Int64(-5), to: 6_000, by: 5).map({ MediaTime.milliseconds($0) }) {
      #expect(half.cues(at: time) == track.cues(at: time))
      #expect(half.cues(at: time, newest: 3) == track.cues(at: time, newest: 3))
      #expect(half.next(after: time) == track.next(after: time))
      #expect(half.last(before: time, orAt: true)?.start == track.last { $0.start <= time }?.start)
      #expect(half.last(before: time, orAt: false)?.start == track.last { $0.start < time }?.start)
    }
  }
}
