import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

/// Cues in order, and the search for those that are current.
@Suite struct CueTrackTests {
  private func cue(_ start: Int64, _ end: Int64?) -> Cue {
    Cue(
      start: .milliseconds(start), end: end.map { .milliseconds($0) },
      text: "\(start)-\(end.map { "\($0)" } ?? "")")
  }

  @Test func cuesAreInTheOrderOfTheirStarts() {
    let track = CueTrack([cue(5, 6), cue(1, 9), cue(5, 5), cue(0, nil)])
    #expect(track.map(\.text) == ["0-", "1-9", "5-6", "5-5"])
    #expect(track.next(after: .zero)?.text == "1-9")
    #expect(track.next(after: .milliseconds(1))?.text == "5-6")
    #expect(track.next(after: .milliseconds(5)) == nil)
    #expect(CueTrack().cues(at: .zero).isEmpty && CueTrack().next(after: .zero) == nil)
  }

  @Test func aCueIsCurrentFromItsStartToBeforeItsEnd() {
    let one = cue(1, 3)
    #expect(
      (0...4).map { one.isCurrent(at: .milliseconds($0)) } == [false, true, true, false, false])
    #expect(cue(1, nil).isCurrent(at: .seconds(1_000_000)))
    // One without length is current at its start.
    for end: Int64 in [1, 0] {
      let short = cue(1, end)
      #expect(short.isCurrent(at: .milliseconds(1)))
      #expect(!short.isCurrent(at: .nanoseconds(1_000_001)))
    }
  }

  /// Nanoseconds cannot express these times.
  @Test func cuesThatAreCenturiesAwayAreFound() {
    for start: Int64 in [100_000_000_000, -100_000_000_000] {
      let cue = Cue(start: .seconds(start), end: .seconds(start + 2), text: "far")
      let track = CueTrack([cue])
      #expect((-1...2).map { track.cues(at: .seconds(start + $0)).count } == [0, 1, 1, 0])
    }
  }

  /// Random cues, many of which overlap, against a search through them all.
  @Test func theSearchFindsWhatACheckOfEachCueFinds() {
    var numbers = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let cues = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
        let start = Int64.random(in: -5...30, using: &numbers)
        let length = Int64.random(in: -2...12, using: &numbers)
        return cue(start, length > 10 ? nil : start + length)
      }
      let track = CueTrack(cues)
      for time in -8...45 {
        let time = MediaTime.milliseconds(time)
        let current = track.filter { $0.isCurrent(at: time) }
        #expect(track.cues(at: time) == current)
        #expect(track.cues(at: time, newest: 2) == current.suffix(2))
        #expect(track.next(after: time) == track.first { $0.start > time })
      }
    }
  }
}
