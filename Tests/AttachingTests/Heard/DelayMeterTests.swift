import PlayheadAudio
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// A meter, and the requests that it makes.
private struct Script {
  var meter = DelayMeter()
  var now = HostInstant(nanoseconds: 1_000_000_000)

  /// Carries out the requests that are due until the meter waits, at most for `limit`. Returns their number.
  mutating func run(
    for limit: Duration = .seconds(1), isPlaying: Bool = true,
    _ streams: (Int) -> [SoundStream]?
  ) -> Int {
    var count = 0
    return play(for: limit, isPlaying: isPlaying) { _ in
      defer { count += 1 }
      return streams(count)
    }
  }

  /// The same, with the streams at an instant.
  mutating func play(
    for limit: Duration = .seconds(1), isPlaying: Bool = true,
    _ streams: (HostInstant) -> [SoundStream]?
  ) -> Int {
    let end = now.advanced(by: limit)
    var count = 0
    while let next = meter.next(isPlaying: isPlaying), next <= end {
      now = max(now, next)
      let calls = [0, 1].map { _ in meter.beginCall(at: now, isPlaying: isPlaying) }
      #expect(calls == [true, false], "one request at a time")
      meter.receive(streams(now), at: now)
      count += 1
    }
    return count
  }
}

/// The delay of a player's sound, from scripted answers of a sound server.
@Suite struct DelayMeterTests {
  private static func stream(_ milliseconds: Int, isPaused: Bool = false) -> SoundStream {
    SoundStream(process: 7, latency: .milliseconds(milliseconds), isPaused: isPaused)
  }

  private static let sound = PlayerSound.mpd(process: 7, chunk: .milliseconds(20))

  @Test func nothingIsAskedBeforeTheSoundIsKnown() {
    let script = Script()
    #expect(script.meter.next(isPlaying: true) == nil && script.meter.patienceEnd == nil)
  }

  @Test func theMeanOfSeveralAnswersCounts() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    #expect(script.meter.patienceEnd != nil)
    let count = script.run { [Self.stream(300 + ($0 % 2) * 20)] }
    #expect(count == DelayMeter.requestCount && script.meter.patienceEnd == nil)
    #expect(
      script.meter.delay == HeardDelay(length: .milliseconds(280), tolerance: .milliseconds(10)))
  }

  @Test func itIsMeasuredAgainAfterEventsAndRarelyOtherwise() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    _ = script.run { _ in [Self.stream(300)] }
    let playing = script.run(for: .seconds(30)) { _ in [Self.stream(300)] }
    let paused = script.run(for: .seconds(30), isPlaying: false) { _ in [Self.stream(300)] }
    #expect(playing <= DelayMeter.requestCount * 6 && paused == 0)
    script.meter.restart(at: script.now)
    let restarted = script.run { _ in [Self.stream(350)] }
    #expect(restarted == DelayMeter.requestCount)
    #expect(script.meter.delay?.length == .milliseconds(320))
  }

  @Test func aPausedPlayerIsAskedForUntilItsDelayIsKnown() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    let count = script.run(isPlaying: false) { _ in [Self.stream(300, isPaused: true)] }
    #expect(
      count == DelayMeter.requestCount && script.meter.delay?.length == .milliseconds(270))
    script.meter.restart(at: script.now)
    let restarted = script.run(isPlaying: false) { _ in [] }
    #expect(restarted == 0 && script.meter.delay != nil)
  }

  @Test func afterASeekTheDelayIsAnotherOneAtOnce() {
    var script = Script()
    let sound = PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: "a.wav")
    script.meter.follow(sound, at: script.now)
    script.meter.move(isPlaying: true)
    #expect(script.meter.delay == nil)
    _ = script.run { _ in [Self.stream(1_000)] }
    #expect(script.meter.delay?.length == .milliseconds(90))
    for (isPlaying, length) in [(false, 40), (true, 90)] as [(Bool, Int)] {
      script.meter.move(isPlaying: isPlaying)
      #expect(script.meter.delay?.length == .milliseconds(length))
      script.meter.restart(at: script.now)
      _ = script.run { _ in [Self.stream(1_000)] }
      #expect(script.meter.delay?.length == .milliseconds(length))
    }
  }

  @Test func aSmallDifferenceIsNoChange() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    _ = script.run { _ in [Self.stream(300)] }
    _ = script.run(for: .seconds(6)) { _ in [Self.stream(302)] }
    #expect(script.meter.delay?.length == .milliseconds(270))
    _ = script.run(for: .seconds(6)) { _ in [Self.stream(304)] }
    #expect(script.meter.delay?.length == .milliseconds(274))
  }

  @Test func aServerThatCannotBeReachedIsAskedAgainRarely() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    let count = script.run(for: .seconds(21)) { _ in nil }
    #expect(count == 5)
    #expect(script.meter.delay == nil && script.meter.patienceEnd == nil)
    _ = script.run(for: .seconds(6)) { _ in [Self.stream(300)] }
    #expect(script.meter.delay != nil)
  }

  @Test func aServerThatDoesNotAnswerIsNotAskedAgain() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    let calls = script.meter.beginCall(at: script.now, isPlaying: true)
    #expect(calls && script.meter.next(isPlaying: true) == nil)
    script.meter.endPatience(at: script.now.advanced(by: .milliseconds(999)))
    #expect(script.meter.patienceEnd != nil)
    script.meter.endPatience(at: script.now.advanced(by: .seconds(1)))
    #expect(script.meter.patienceEnd == nil && script.meter.delay == nil)
    script.meter.receive([Self.stream(300)], at: script.now.advanced(by: .seconds(60)))
    #expect(script.meter.next(isPlaying: true) != nil)
  }

  @Test func anAnswerToARequestBeforeAnEventDoesNotCount() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    let isAsked = script.meter.beginCall(at: script.now, isPlaying: true)
    script.meter.receive(nil, at: script.now)
    script.now = script.now.advanced(by: .seconds(6))
    let isAskedAgain = script.meter.beginCall(at: script.now, isPlaying: true)
    #expect(isAsked && isAskedAgain)
    script.meter.restart(at: script.now)
    script.meter.receive([Self.stream(900)], at: script.now)
    #expect(script.meter.next(isPlaying: true) == script.now.advanced(by: .milliseconds(300)))
    let count = script.run { _ in [Self.stream(300)] }
    #expect(count == DelayMeter.requestCount)
    #expect(script.meter.delay?.length == .milliseconds(270))
  }

  @Test func theRunningStreamOfTwoCounts() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    _ = script.run { _ in [Self.stream(900, isPaused: true), Self.stream(300)] }
    #expect(script.meter.delay?.length == .milliseconds(270))
  }

  @Test func twoRunningStreamsWidenTheTolerance() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    _ = script.run { _ in [Self.stream(300), Self.stream(400)] }
    #expect(
      script.meter.delay == HeardDelay(length: .milliseconds(320), tolerance: .milliseconds(60)))
  }

  @Test func nonsenseIsIgnored() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    _ = script.run { _ in
      [
        Self.stream(0), Self.stream(-5), SoundStream(process: 7, latency: .microseconds(Int64.max)),
        SoundStream(process: 7, latency: .seconds(Int64.min)),
      ]
    }
    #expect(script.meter.delay == nil)
  }

  @Test func aStreamThatIsMissingForAMomentDoesNotEndTheDelay() {
    var script = Script()
    script.meter.follow(Self.sound, at: script.now)
    _ = script.run { _ in [Self.stream(300)] }
    script.meter.restart(at: script.now)
    _ = script.run { $0 < 3 ? [] : [Self.stream(300)] }
    #expect(script.meter.delay?.length == .milliseconds(270))
    script.meter.restart(at: script.now)
    _ = script.run { _ in [] }
    #expect(script.meter.delay == nil)
  }

  @Test func theFirstDelayIsAwaitedAlsoIfTheKindOfFileBecomesKnownMeanwhile() {
    var script = Script()
    for location in [nil, "a.wav"] {
      script.meter.follow(
        PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: location),
        at: script.now)
      #expect(script.meter.delay == nil && script.meter.patienceEnd != nil)
    }
    _ = script.run { _ in [Self.stream(1_100)] }
    #expect(script.meter.delay?.length == .milliseconds(40) && script.meter.patienceEnd == nil)
  }

  /// A VLC whose sound is late by milliseconds, and which adds blocks of this length to its stream.
  private func vlc(late: Double, block: Double, caching: Double = 1_100) -> (HostInstant) ->
    [SoundStream]
  {
    { now in
      let time = Double(now.nanoseconds) / 1e6
      let latency = caching + late + block - time.truncatingRemainder(dividingBy: block)
      return [SoundStream(process: 7, latency: .microseconds(latency * 1e3))]
    }
  }

  /// A script for which the sound of a VLC is known that plays a file, whose beginning was seen or not.
  private func script(playing location: String, isNew: Bool = true) -> Script {
    var script = Script()
    let sound = PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: location)
    script.meter.follow(sound, at: script.now)
    if isNew { script.meter.move(isPlaying: false) }
    return script
  }

  @Test(arguments: [("a.wav", 50), ("a.flac", 85.3), ("a.aiff", 100)], [-60, 0, 36, 110])
  func theLatencyOfVLCShowsHowLateItsSoundIs(_ file: (name: String, block: Double), _ late: Double)
    throws
  {
    for start in 0..<50 {
      var script = script(playing: file.name)
      script.now = script.now.advanced(by: .milliseconds(start * 7))
      let streams = vlc(late: late, block: file.block)
      _ = script.play(streams)
      let delay = try #require(script.meter.delay)
      #expect(delay.tolerance == .milliseconds(15))
      #expect((late...late + 12).contains(delay.length / .milliseconds(1)))
    }
  }

  @Test(arguments: [300, 400, 2_100.0]) func aVLCWithAnotherCachingHasItsUsualDelay(
    _ caching: Double
  ) {
    var script = script(playing: "a.wav")
    _ = script.play(vlc(late: 30, block: 50, caching: caching))
    let usual = HeardDelay(length: .milliseconds(40), tolerance: .milliseconds(100))
    #expect(script.meter.delay == usual)
  }

  /// It corrects its sound after a pause and at another rate, which is heard when the stream has been played.
  @Test func whatVLCCorrectsIsMeasuredWhenItIsHeard() throws {
    var script = script(playing: "a.wav")
    _ = script.play(vlc(late: 50, block: 50))
    for events in [[false, true], [false]] {
      let known = try #require(script.meter.delay)
      for begins in events { script.meter.change(begins: begins, at: script.now) }
      #expect(script.meter.delay?.length == known.length)
      #expect(script.meter.delay?.tolerance == .milliseconds(100))
      #expect(script.meter.next(isPlaying: true) == script.now.advanced(by: .milliseconds(1_500)))
      // For about 20 s, the sound moves between two measurements.
      for late in stride(from: 40.0, to: 0, by: -10) {
        _ = script.play(for: .seconds(5), vlc(late: late, block: 50))
        #expect(script.meter.delay?.tolerance == .milliseconds(100))
      }
      _ = script.play(for: .seconds(20), vlc(late: 30, block: 50))
      #expect(script.meter.delay?.tolerance == .milliseconds(15))
    }
    // A seek drops the sound, also while it is paused.
    script.meter.change(begins: false, at: script.now)
    script.meter.move(isPlaying: false)
    script.meter.restart(at: script.now)
    script.meter.change(begins: true, at: script.now)
    #expect(
      script.meter.delay == HeardDelay(length: .milliseconds(40), tolerance: .milliseconds(100)))
    #expect(script.meter.next(isPlaying: true) == script.now.advanced(by: .milliseconds(300)))
  }

  /// What a VLC did before it was attached to is not known: it may be paused, or have been a moment ago.
  @Test(arguments: [0, 60], [true, false]) func aVLCThatIsAttachedToMayCorrectItsSound(
    _ pause: Int, _ isMoved: Bool
  ) {
    var script = script(playing: "a.wav", isNew: false)
    if pause > 0 {
      _ = script.play(isPlaying: false, vlc(late: 50, block: 50))
      script.now = script.now.advanced(by: .seconds(pause))
      script.meter.change(begins: true, at: script.now)
    }
    for _ in 0..<4 {
      _ = script.play(for: .seconds(5), vlc(late: 50, block: 50))
      #expect(script.meter.delay?.tolerance == .milliseconds(100))
    }
    if isMoved {
      script.meter.move(isPlaying: true)
      script.meter.restart(at: script.now)
    }
    _ = script.play(for: .seconds(isMoved ? 1 : 20), vlc(late: 50, block: 50))
    #expect(script.meter.delay?.tolerance == .milliseconds(15))
  }

  @Test func theDelayOfAPlayerThatSubtractsTheLatencyDoesNotDependOnIt() {
    var script = Script()
    let vlc = PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: "a.mp4")
    script.meter.follow(vlc, at: script.now)
    _ = script.run { _ in [Self.stream(1_100)] }
    let delay = HeardDelay(length: .milliseconds(-10), tolerance: .milliseconds(100))
    #expect(script.meter.delay == delay)
    // The next file is of another kind.
    let other = PlayerSound.mpris("org.mpris.MediaPlayer2.vlc", process: 7, playing: "b.wav")
    script.meter.follow(other, at: script.now)
    #expect(script.meter.delay?.length == .milliseconds(40))
    script.meter.follow(nil, at: script.now)
    #expect(script.meter.delay == nil && script.meter.next(isPlaying: true) == nil)
  }
}
