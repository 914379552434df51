import PlaybackSession
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Requests that change the settings of a session.
@Suite struct SessionSettingsTests {
  /// Requests in order, and the resulting settings.
  @Test func requestsChangeTheSettings() throws {
    let table: [(request: SessionRequest, isSet: (SessionSettings) -> Bool)] = [
      (.setPaused(true), { $0.isPaused && $0.playerRate.isPaused }),
      (.togglePause, { !$0.isPaused && $0.playerRate == .normal }),
      (.setRate(Rate(3, 2)), { $0.rate == Rate(3, 2) && $0.playerRate == Rate(3, 2) }),
      (.multiplyRate(2, 1), { $0.rate == Rate(3, 1) }),
      (.multiplyRate(100, 1), { $0.rate == Rate(16, 1) }),
      (.setVolume(33.3), { $0.volume == 33.3 }),
      (.changeVolume(2), { $0.volume == 35.3 }),
      (.changeVolume(1_000), { $0.volume == 200 }),
      (.setMuted(nil), { $0.isMuted }),
      (.setMuted(nil), { !$0.isMuted }),
      (.setMuted(true), { $0.isMuted }),
      (.toggleLoop, { $0.fileLoop == .endless }),
      (.setFileLoop(.times(3)), { $0.fileLoop == .times(3) }),
      (.toggleLoop, { $0.fileLoop == .none }),
      (.toggleLoop, { $0.fileLoop == .times(3) }),
      (.setFileLoop(.none), { $0.fileLoop == .none }),
      (.toggleLoop, { $0.fileLoop == .endless }),
      (.setListLoop(.times(2)), { $0.listLoop == .times(2) }),
      (.setListLoop(.times(1)), { $0.listLoop == .none }),
      (.setLoopRange(start: .seconds(2), end: nil), { $0.loopRange == nil }),
      (
        .setLoopRange(start: .seconds(2), end: .seconds(1)),
        { $0.loopRange == .seconds(1)..<MediaTime.seconds(2) }
      ),
      (.setKeepOpen(.last), { $0.keepOpen == .last }),
      (.setWaitsForFiles(true), { $0.waitsForFiles }),
      (.setTitle("Title"), { $0.title == "Title" }),
      (.step(2), { $0.isPaused && $0.isStepping }),
      (.setPaused(false), { !$0.isPaused && !$0.isStepping }),
    ]
    var settings = SessionSettings()
    for (request, isSet) in table {
      try settings.apply(request)
      #expect(isSet(settings), "\(request)")
    }
  }

  @Test(arguments: [
    SessionRequest.setRate(.paused), .setRate(Rate(17, 1)), .setVolume(-1), .setVolume(200.1),
    .setVolume(.nan), .setFileLoop(.times(0)), .setLoopRange(start: .seconds(-1), end: nil),
  ])
  func valuesOutOfRangeChangeNothing(request: SessionRequest) {
    var settings = SessionSettings()
    #expect(throws: SessionRefusal.invalidValue) { try settings.apply(request) }
    #expect(settings == SessionSettings())
  }

  @Test(arguments: [
    SessionRequest.next, .play(index: 1), .clear, .stop(keepsList: true), .reportPosition,
    .quit(status: 1), .load(["a"], .append), .seek(.offset(.seconds(1))),
  ])
  func otherRequestsChangeNoSetting(request: SessionRequest) throws {
    var settings = SessionSettings()
    try settings.apply(request)
    #expect(settings == SessionSettings())
  }

  /// Whatever is requested, the settings are ones that a player can have.
  @Test func settingsStayInRange() {
    var numbers = SplitMix64(seed: 1)
    var settings = SessionSettings()
    for _ in 0..<TestEffort.rounds(5_000) {
      let (small, large) = (
        Int32.random(in: 1...20, using: &numbers), Int.random(in: -300...300, using: &numbers)
      )
      let request: SessionRequest =
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: .multiplyRate(small, Int32.random(in: 1...20, using: &numbers))
        case 1: .changeVolume(large)
        case 2: .setVolume(Double(large))
        case 3: .setRate(Rate(small, 3))
        case 4: .setFileLoop(.times(large))
        default: .toggleLoop
        }
      try? settings.apply(request)
      #expect(Rate.playable.contains(settings.rate) && (0...200).contains(settings.volume))
      #expect(settings.fileLoop.count.map { $0 > 0 } ?? true)
    }
  }
}
