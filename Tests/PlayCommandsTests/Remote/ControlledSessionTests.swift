import Foundation
import PlayheadLocking
import PlaybackSession
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFormatting
@testable import PlayheadListFiles
@testable import PlayheadPlayCommands

extension PlaySession {
  var snapshot: SessionSnapshot { session.snapshot }
  var changes: AnyPublisher<SessionChange, Never> { session.changes }

  func perform(_ request: SessionRequest) throws(SessionRefusal) { try session.perform(request) }
}

/// A session of real files on a manual clock, controlled as by another program.
@Suite struct ControlledSessionTests {
  private static let video = Repository.sample("bbb_small.mp4")
  private static let sound = Repository.sample("mediafile-cbr.mp3")
  private static let stream = Repository.sample("gnome-dual-monitors.webm")

  /// Drives a session, and records its events as text.
  private final class Driver {
    let session: PlaySession
    let clock: ManualHostClock
    private let recorded = Locked<[String]>([])
    private var recording: AnyCancellable?

    init(
      _ files: [String], _ change: (inout PlayOptions) -> Void = { _ in }
    ) throws {
      var options = PlayOptions()
      options.isQuiet = true
      options.isInstant = true
      options.waitsForFiles = true
      options.files = files
      change(&options)
      session = try PlaySession(options, ListFileExpansion.files(files, access: options.access))
      clock = try #require(session.clock as? ManualHostClock)
      recording = session.changes.sink { [weak self] change in
        self?.recorded.withLock { $0.append(Self.text(of: change.event)) }
      }
    }

    /// Returns the events since the last call, without those of the list and of settings.
    func story() -> [String] {
      recorded.withLock { events in
        defer { events = [] }
        return events.filter { $0 != "list" && $0 != "settings" }
      }
    }

    /// Returns the events since the last call.
    func wholeStory() -> [String] {
      recorded.withLock { events in
        defer { events = [] }
        return events
      }
    }

    func play(_ duration: Duration = .zero) {
      clock.advance(by: duration)
    }

    func perform(_ requests: SessionRequest...) throws {
      for request in requests {
        try session.perform(request)
        play()
      }
    }

    var entries: [String] {
      session.snapshot.entries.map { "\($0.id) \($0.location.split(separator: "/").last ?? "")" }
    }

    var position: MediaTime? { session.snapshot.player?.currentTime() }

    private static func text(of event: SessionEvent) -> String {
      switch event {
      case .started(let id): "started \(id)"
      case .loaded(let id): "loaded \(id)"
      case .seeking: "seeking"
      case .restarted(let progress): "restarted \(progress.position.decimalText(places: 1))"
      case .ended(let id, .finished): "ended \(id) finished"
      case .ended(let id, .stopped): "ended \(id) stopped"
      case .ended(let id, .quit): "ended \(id) quit"
      case .ended(let id, .failed(let text, _)):
        "ended \(id) failed \(text.split(separator: "/").last ?? "")"
      case .listChanged: "list"
      case .settingsChanged: "settings"
      case .idle: "idle"
      case .closing: "closing"
      }
    }
  }

  private func refusal(
    of request: SessionRequest, by driver: Driver
  ) -> SessionRefusal? {
    do throws(SessionRefusal) {
      try driver.session.perform(request)
      return nil
    } catch {
      return error
    }
  }

  @Test func eventsTellTheCourseOfEachFileInOrder() throws {
    let driver = try Driver([Self.video, Self.sound])
    driver.session.begin()
    driver.play(.seconds(1))
    #expect(driver.wholeStory() == ["list", "started 1", "loaded 1", "restarted 0.0"])
    try driver.perform(.seek(.position(.seconds(3)), .exact))
    #expect(driver.wholeStory() == ["seeking", "restarted 3.0"])
    driver.play(.seconds(20))
    #expect(
      driver.wholeStory() == [
        "ended 1 finished", "list", "started 2", "loaded 2", "restarted 0.0", "ended 2 finished",
        "list", "idle",
      ])
    #expect(driver.session.snapshot.currentIndex == nil && driver.session.snapshot.player == nil)
    #expect(driver.entries == ["1 bbb_small.mp4", "2 mediafile-cbr.mp3"])
  }

  @Test func theQueueHasLeftAFileWhenItsEndIsPublished() throws {
    let driver = try Driver([Self.video, Self.sound])
    let indices = Locked<[Int?]>([])
    let following = driver.session.changes.sink { change in
      guard case .ended = change.event else { return }
      indices.withLock { $0.append(change.snapshot.currentIndex) }
    }
    driver.session.begin()
    driver.play(.seconds(20))
    #expect(indices.withLock { $0 } == [1, nil])
    following.cancel()
  }

  @Test func aSessionWithoutFilesWaitsForThem() throws {
    let driver = try Driver([])
    driver.session.begin()
    #expect(driver.story() == ["idle"])
    try driver.perform(.load([Self.video], .append))
    #expect(driver.story() == [] && driver.session.snapshot.currentIndex == nil)
    try driver.perform(.load([Self.sound], .appendAndPlay))
    #expect(driver.story() == ["started 2", "loaded 2", "restarted 0.0"])
    #expect(driver.session.snapshot.currentEntry?.id == 2)
    try driver.perform(.previous)
    #expect(driver.story() == ["ended 2 stopped", "started 1", "loaded 1", "restarted 0.0"])
    try driver.perform(.stop(keepsList: false))
    #expect(driver.story() == ["ended 1 stopped", "idle"] && driver.entries == [])
  }

  @Test func loadedFilesReplaceTheOthersAndHaveNewIdentities() throws {
    let driver = try Driver([Self.video, Self.sound])
    driver.session.begin()
    driver.play(.seconds(1))
    _ = driver.story()
    try driver.perform(.load([Self.stream, Self.video], .replace))
    #expect(driver.story() == ["ended 1 stopped", "started 3", "loaded 3", "restarted 0.0"])
    #expect(driver.entries == ["3 gnome-dual-monitors.webm", "4 bbb_small.mp4"])
    try driver.perform(.move(from: 1, to: 0))
    #expect(driver.entries == ["4 bbb_small.mp4", "3 gnome-dual-monitors.webm"])
    #expect(driver.session.snapshot.currentIndex == 1 && driver.story() == [])
    try driver.perform(.clear)
    #expect(driver.entries == ["3 gnome-dual-monitors.webm"] && driver.story() == [])
    try driver.perform(.play(index: 0))
    #expect(driver.story() == ["ended 3 stopped", "started 3", "loaded 3", "restarted 0.0"])
    try driver.perform(.remove(index: 0))
    #expect(driver.story() == ["ended 3 stopped", "idle"] && driver.entries == [])
  }

  @Test func aPlaylistIsReplacedByItsEntries() throws {
    let directory = try TemporaryDirectory()
    let list = directory.path("list.m3u")
    try Data("#EXTINF:1,Tune\na.mp3\n/etc/passwd\n".utf8).write(to: URL(filePath: list))
    try FileManager.default.copyItem(atPath: Self.sound, toPath: directory.path("a.mp3"))
    let driver = try Driver([Self.video])
    driver.session.begin()
    try driver.perform(.load([list], .append))
    #expect(driver.entries == ["1 bbb_small.mp4", "2 a.mp3", "3 passwd"])
    #expect(driver.session.snapshot.entries.map(\.title) == [nil, "Tune", nil])
    _ = driver.story()
    try driver.perform(.play(index: 2))
    let refused = driver.story()
    #expect(refused.contains { $0.hasPrefix("ended 3 failed") && $0.contains("not allowed") })
  }

  @Test(arguments: [
    ("-", "-: the protocol 'pipe' is not allowed"),
    ("http://localhost/a.mp3", "http://localhost/a.mp3: the protocol 'http' is not allowed"),
    ("a\0b", "a\0b: the name contains a null byte"),
  ])
  func aLocationThatAProgramMayNotOpenIsRefused(location: String, reason: String) throws {
    let driver = try Driver([Self.video])
    driver.session.begin()
    #expect(refusal(of: .load([location], .append), by: driver) == .refused(reason))
    #expect(driver.entries == ["1 bbb_small.mp4"])
  }

  /// A client may read files, but not what its user types or pipes.
  @Test func descriptorsAndDevicesAreRefusedByAnyName() throws {
    let directory = try TemporaryDirectory()
    for (name, target) in [("stdin", "/dev/stdin"), ("link", "stdin"), ("terminal", "/dev/null")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(name), withDestinationPath: target)
    }
    let driver = try Driver([Self.video])
    driver.session.begin()
    let descriptors = [
      "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/proc/thread-self/fd/1", "//dev/../dev/stdin",
      "/proc/\(getpid())/fd/0", "file:///dev/%73tdin", "pipe:0", "PIPE:", directory.path("stdin"),
      directory.path("link"),
    ]
    for location in descriptors + ["/dev/tty", "/dev/zero", directory.path("terminal")] {
      guard case .refused(let reason) = refusal(of: .load([location], .append), by: driver) else {
        Issue.record("\(location)")
        continue
      }
      #expect(reason.hasSuffix("allowed") == descriptors.contains(location), "\(location)")
    }
    #expect(driver.entries == ["1 bbb_small.mp4"])
  }

  @Test func clientsOfTheCommandWithMPVsNameMayNameURLs() throws {
    let driver = try Driver([Self.video]) { $0.access.allowsURLs = true }
    driver.session.begin()
    for location in ["http://localhost:1/a.mp3", "HTTPS://host/a", "ftp://host/a", "rtsp://host/a"]
    {
      try driver.session.perform(.load([location], .append))
    }
    for location in ["pipe:0", "fd://0", "concat:/dev/stdin", "cache:pipe:0", "Unix:/run/socket"] {
      #expect(refusal(of: .load([location], .append), by: driver) != nil, "\(location)")
    }
    #expect(driver.session.snapshot.entries.count == 5)
  }

  @Test func theURLOfAFileHasEscapes() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(atPath: Self.sound, toPath: directory.path("a b.mp3"))
    try Data("FILE://\(directory.path("a%20b.mp3"))\n".utf8)
      .write(to: URL(filePath: directory.path("my list.m3u")))
    let driver = try Driver(["File://localhost\(directory.path("a%20b.mp3"))"])
    driver.session.begin()
    driver.play()
    #expect(driver.story() == ["started 1", "loaded 1", "restarted 0.0"])
    try driver.perform(.load(["file://\(directory.path("my%20list.m3u"))"], .append))
    #expect(driver.entries == ["1 a%20b.mp3", "2 a b.mp3"])
    try driver.perform(.loadList("file://\(directory.path("my%20list.m3u"))", .append))
    #expect(driver.entries.count == 3)
  }

  @Test func anAttemptThatFailsDoesNotEndTheSession() throws {
    let driver = try Driver([Self.video]) { $0.waitsForFiles = false }
    driver.session.begin()
    try driver.perform(.load(["/none/missing.mp4"], .appendAsAttempt), .play(index: 1))
    #expect(
      driver.story().suffix(2) == [
        "ended 2 failed missing.mp4: No such file or directory", "idle",
      ])
    try driver.perform(.load([Self.sound], .appendAsAttempt), .play(index: 2))
    #expect(driver.story() == ["started 3", "loaded 3", "restarted 0.0"])
    driver.play(.seconds(30))
    #expect(driver.story() == ["ended 3 finished"])
    #expect(refusal(of: .setPaused(true), by: driver) == .noFile)
  }

  @Test func anotherFileThatFailsEndsTheSession() throws {
    let driver = try Driver([Self.video]) { $0.waitsForFiles = false }
    driver.session.begin()
    try driver.perform(.load(["/none/missing.mp4"], .append), .play(index: 1))
    #expect(!driver.story().contains("idle"))
    #expect(refusal(of: .setPaused(true), by: driver) == .noFile)
  }

  @Test func aSessionThatNoLongerWaitsForFilesEnds() throws {
    let driver = try Driver([])
    driver.session.begin()
    #expect(driver.session.snapshot.settings.waitsForFiles)
    try driver.perform(.setWaitsForFiles(false))
    #expect(refusal(of: .setPaused(true), by: driver) == .noFile)
    let other = try Driver([Self.video]) { $0.waitsForFiles = false }
    other.session.begin()
    try other.perform(.setWaitsForFiles(true))
    other.play(.seconds(30))
    #expect(other.story().suffix(2) == ["ended 1 finished", "idle"])
  }

  @Test func aFileThatStaysOpenIsPausedAtItsEnd() throws {
    let driver = try Driver([Self.video, Self.video])
    try driver.session.perform(.setKeepOpen(.last))
    driver.session.begin()
    driver.play(.seconds(30))
    let story = driver.story()
    #expect(story.contains("ended 1 finished") && !story.contains("ended 2 finished"))
    #expect(driver.session.snapshot.settings.isPaused)
    #expect(driver.session.snapshot.player?.currentProgress().state == .ended)
    try driver.perform(.setPaused(false))
    #expect(driver.session.snapshot.settings.isPaused)
    try driver.perform(.seek(.position(.seconds(1)), .exact), .setPaused(false))
    driver.play(.seconds(1))
    #expect(driver.position == .seconds(2))
    driver.play(.seconds(30))
    #expect(driver.session.snapshot.settings.isPaused)
    try driver.perform(.setPaused(false), .stop(keepsList: true))
    #expect(driver.story().suffix(2) == ["ended 2 stopped", "idle"])
    try driver.perform(.setKeepOpen(.all), .play(index: 0), .setPaused(false))
    driver.play(.seconds(30))
    #expect(driver.session.snapshot.currentEntry?.id == 1)
    #expect(driver.session.snapshot.settings.isPaused)
  }

  @Test func aFileThatIsWrittenIsNotPlayed() throws {
    let directory = try TemporaryDirectory()
    let log = directory.path("log.json")
    let driver = try Driver([Self.video]) { $0.logs = [.file(log)] }
    #expect(
      refusal(of: .load([log], .append), by: driver).map { "\($0)".contains("--log") } == true)
  }

  @Test func aFileThatCannotBePlayedEndsWithItsErrorAndTheNextFollows() throws {
    let driver = try Driver(["/none/missing.mp4", Self.sound])
    driver.session.begin()
    driver.play()
    #expect(
      driver.story() == [
        "started 1", "ended 1 failed missing.mp4: No such file or directory", "started 2",
        "loaded 2", "restarted 0.0",
      ])
  }

  @Test func settingsAreTheSameForKeysAndForOtherPrograms() throws {
    let driver = try Driver([Self.video])
    driver.session.begin()
    driver.play()
    _ = driver.wholeStory()
    let rate = Rate(3, 2)
    try driver.perform(
      .setPaused(true), .setRate(rate), .setVolume(33.3), .setMuted(true),
      .setFileLoop(.times(3)), .setListLoop(.endless),
      .setLoopRange(start: .seconds(1), end: .seconds(2)))
    #expect(driver.wholeStory() == Array(repeating: "settings", count: 7))
    var settings = driver.session.snapshot.settings
    #expect(settings.isPaused && settings.rate == rate && settings.volume == 33.3)
    #expect(settings.isMuted && settings.fileLoop == .times(3) && settings.listLoop == .endless)
    #expect(settings.loopStart == .seconds(1) && settings.loopEnd == .seconds(2))
    try driver.session.perform(.togglePause)
    try driver.session.perform(.changeVolume(2))
    try driver.session.perform(.setMuted(nil))
    try driver.session.perform(.toggleLoop)
    settings = driver.session.snapshot.settings
    #expect(!settings.isPaused && settings.volume == 35.3 && !settings.isMuted)
    #expect(settings.fileLoop == .none && driver.wholeStory().count == 4)
    // A setting that stays the same is no change.
    try driver.perform(.setMuted(false))
    #expect(driver.wholeStory() == [])
  }

  @Test(arguments: [
    SessionRequest.setRate(.paused), .setRate(Rate(17, 1)), .setVolume(-1), .setVolume(200.1),
    .setVolume(.nan), .setFileLoop(.times(0)), .setListLoop(.times(-1)),
    .setLoopRange(start: .seconds(-1), end: nil), .seek(.fraction(1.1), .exact),
    .seek(.fraction(.nan), .exact),
  ])
  func valuesOutOfRangeAreRefused(request: SessionRequest) throws {
    let driver = try Driver([Self.video])
    driver.session.begin()
    driver.play()
    _ = driver.wholeStory()
    #expect(refusal(of: request, by: driver) == .invalidValue)
    #expect(driver.wholeStory() == [])
  }

  @Test func requestsForAFileOrAnEntryThatIsNotThereAreRefused() throws {
    let driver = try Driver([])
    driver.session.begin()
    for request in [SessionRequest.seek(.offset(.seconds(1)), .exact), .step(1)] {
      #expect(refusal(of: request, by: driver) == .noFile)
    }
    let absent: [SessionRequest] = [
      .play(index: 0), .remove(index: 0), .move(from: 0, to: 0), .next, .previous,
    ]
    for request in absent { #expect(refusal(of: request, by: driver) == .noEntry) }
    #expect(refusal(of: .stop(keepsList: true), by: driver) == nil)
    try driver.perform(.load([Self.sound], .replace))
    #expect(refusal(of: .next, by: driver) == .noEntry)
    #expect(refusal(of: .previous, by: driver) == .noEntry)
    #expect(
      refusal(of: .step(1), by: driver).map { "\($0)".contains("mediafile-cbr.mp3") } == true)
    _ = driver.story()
    try driver.perform(.stop(keepsList: true))
    #expect(
      driver.story() == ["ended 1 stopped", "idle"] && driver.entries == ["1 mediafile-cbr.mp3"])
    try driver.perform(.play(index: 0))
    #expect(driver.story() == ["started 1", "loaded 1", "restarted 0.0"])
  }

  @Test func seeksLandAtPositionsOffsetsAndShares() throws {
    let driver = try Driver([Self.video])
    driver.session.begin()
    driver.play()
    try driver.perform(.setPaused(true), .seek(.fraction(0.5), .exact))
    let duration = try #require(driver.session.snapshot.player?.duration?.time)
    #expect(driver.position == MediaTime(seconds: duration.seconds / 2))
    try driver.perform(.seek(.position(.seconds(2)), .exact), .seek(.offset(.seconds(-1)), .exact))
    #expect(driver.position == .seconds(1))
    try driver.perform(.seek(.offset(.seconds(-9)), .exact))
    #expect(driver.position == .zero)
    // A keyframe each second.
    try driver.perform(.seek(.position(.milliseconds(2_600)), .keyframe))
    #expect(driver.position == .seconds(2))
    _ = driver.story()
    try driver.perform(.step(2))
    let step = driver.story()
    #expect(step.count == 2 && step.first == "seeking" && step.last?.hasPrefix("restarted") == true)
    #expect(try #require(driver.position) > .zero && driver.session.snapshot.settings.isPaused)
  }

  @Test func aRangeIsRepeatedWhileBothOfItsPointsAreSet() throws {
    let driver = try Driver([Self.video])
    driver.session.begin()
    driver.play()
    try driver.perform(.setLoopRange(start: .seconds(2), end: nil))
    driver.play(.seconds(1))
    // In any order, as in mpv.
    try driver.perform(.setLoopRange(start: .seconds(2), end: .seconds(1)))
    _ = driver.story()
    driver.play(.milliseconds(2_500))
    #expect(driver.story() == ["seeking", "restarted 1.0", "seeking", "restarted 1.0"])
    #expect(driver.position == .milliseconds(1_500))
    try driver.perform(.setLoopRange(start: .seconds(2), end: nil))
    driver.play(.seconds(1))
    #expect(driver.position == .milliseconds(2_500))
  }

  @Test func aListIsPlayedAsOftenAsItIsRepeated() throws {
    let driver = try Driver([Self.sound])
    driver.session.begin()
    try driver.perform(.setListLoop(.times(2)))
    _ = driver.wholeStory()
    driver.play(.seconds(30))
    #expect(
      driver.wholeStory() == [
        "ended 1 finished", "settings", "list", "started 1", "loaded 1", "restarted 0.0",
        "ended 1 finished", "list", "idle",
      ])
    #expect(driver.session.snapshot.settings.listLoop == .none)
  }

  @Test func aProgramQuitsWithTheStatusThatItChooses() throws {
    let driver = try Driver([Self.video])
    let status = Locked<Int32?>(nil)
    try driver.session.perform(.quit(status: 7))
    status.withLock { $0 = driver.session.run().rawValue }
    #expect(status.withLock { $0 } == 7)
    #expect(driver.story() == ["started 1", "ended 1 quit", "closing"])
    #expect(refusal(of: .load([Self.sound], .append), by: driver) == .noFile)
  }

  @Test func aWaitingSessionEndsAtOnceWhenItQuits() throws {
    let driver = try Driver([])
    try driver.session.perform(.quit(status: 0))
    #expect(driver.session.run() == .played)
    #expect(driver.story() == ["closing"])
  }

  @Test func recordsCountTheFilesOfTheListAsItIs() throws {
    let directory = try TemporaryDirectory()
    let log = directory.path("log.csv")
    let driver = try Driver([Self.video]) { options in
      options.logs = [.file(log)]
      options.style.fields = [.item, .items, .position]
      options.schedule.interval = .seconds(1)
    }
    driver.session.begin()
    driver.play(.milliseconds(1_500))
    try driver.perform(.load([Self.sound, Self.sound], .append), .move(from: 0, to: 3))
    driver.play(.seconds(1))
    try driver.perform(.remove(index: 0))
    driver.play(.seconds(1))
    try driver.perform(.quit(status: 0))
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.dropFirst().prefix(4).map { String($0.prefix(while: { $0 != "." })) }
        == ["1,1,0", "1,1,1", "3,3,2", "2,2,3"])
  }
}
