import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

/// Seeks over the joins of media of any length, at any location.
@Suite struct JoinedSeekTests {
  /// A long file, or media at a URL, of several recordings.
  private final class LongSource: JoinableSource {
    private static let recordingLength = 250

    private(set) var info: MediaInfo
    let isLocalFile: Bool
    var declaredJoins: [ClosedRange<MediaTime>] = []
    private let recordingCount: Int
    private var next = 0
    /// The number of the recording in which a seek lands that does not go to the start.
    var landing = 0
    private(set) var targets: [MediaTime] = []
    /// Whether reading can begin at each recording, and where it does.
    var canEnter = false
    private(set) var entered: [Int] = []
    private var first = 0
    /// The recordings of which packets were read.
    var readParts: Set<Int> = []

    /// Creates a source with recordings of 10 s, each with the same clock, which begins at 5 s.
    init(_ recordingCount: Int, isLocal: Bool, container: String) {
      (self.recordingCount, isLocalFile) = (recordingCount, isLocal)
      var info = MediaInfo(
        name: "long", container: container,
        tracks: [MediaTrack(index: 0, kind: .video, timebase: .milliseconds)], isSeekable: true)
      info.tracks[0].startTicks = 5_000
      info.isClockDiscontinuous = true
      info.declaredDuration = .seconds(10)
      self.info = info
    }

    var byteCount: Int64? = 1 << 40
    var measuredLength: MediaTime?
    /// A packet whose time is wrong.
    var wrong: (index: Int, ticks: Int64)?

    func read() throws(MediaError) -> MediaRead {
      guard next < recordingCount * Self.recordingLength else { return .endOfMedia }
      readParts.insert(next / Self.recordingLength)
      let right = 5_000 + Int64(next % Self.recordingLength) * 40
      let ticks = wrong?.index == next ? wrong?.ticks ?? right : right
      var packet = PacketTiming(
        track: 0, presentationTicks: ticks, decodeTicks: ticks, durationTicks: 40,
        byteCount: 1_000, isKeyframe: next % 10 == 0)
      packet.byteOffset = Int64(next) << 20
      next += 1
      return .packet(packet)
    }

    func seek(to time: MediaTime) throws(MediaError) {
      targets.append(time)
      let milliseconds = time.nanoseconds(rounding: .down) / 1_000_000 - 5_000
      next =
        milliseconds <= 0
        ? first * Self.recordingLength
        : max(landing, first) * Self.recordingLength
          + min(Int(milliseconds / 400) * 10, Self.recordingLength)
    }

    func findJoins() throws(MediaError) -> Bool { recordingCount > 1 }

    func enter(part number: Int) throws(MediaError) -> Bool {
      guard number == 0 || canEnter else { return false }
      if number == first { return true }
      entered.append(number)
      (first, next) = (number, number * Self.recordingLength)
      return true
    }

    func declare(_ duration: MediaTime, isEstimated: Bool) {
      (info.declaredDuration, info.isDurationEstimated) = (duration, isEstimated)
    }
  }

  private static func firstTicks(
    _ source: JoinedSource, from time: MediaTime
  ) throws -> (ticks: Int64?, count: Int, searches: [JoinSearch]) {
    var (count, searches) = (0, [JoinSearch]())
    while case .packet(let packet) = try source.read() {
      count += 1
      if let search = source.search(at: packet) { searches.append(search) }
      if let ticks = packet.presentationTicks, MediaTime.milliseconds(ticks) >= time {
        return (ticks, count, searches)
      }
    }
    return (nil, count, searches)
  }

  @Test(arguments: [true, false], ["mpegts", "mpeg", "ogg", "hls"])
  func aSeekOverJoinsReadsOnToItsTarget(isLocal: Bool, container: String) throws {
    let long = LongSource(4, isLocal: isLocal, container: container)
    let source = try #require(JoinedSource.joining(long) as? JoinedSource)
    source.prepare()
    // The position 32 s.
    try source.seek(to: .seconds(37))
    #expect(long.targets == [.seconds(5)])
    let found = try Self.firstTicks(source, from: .seconds(37))
    #expect(found.ticks == 37_000 && found.count == 801)
    // Every 256 packets.
    #expect(found.searches.map(\.position) == [255, 511, 767].map { .milliseconds($0 * 40) })
    #expect(found.searches.allSatisfy { $0.target == .seconds(32) && !$0.isOver })
    // The file of 1 TiB has a packet of 1 MiB every 40 ms.
    #expect(found.searches.allSatisfy { $0.percent == (container == "hls" ? nil : 0) })
    for seconds in [7, 20, 44] as [Int64] {
      try source.seek(to: .seconds(seconds))
      #expect(try Self.firstTicks(source, from: .seconds(seconds)).ticks == seconds * 1_000)
    }
  }

  @Test(arguments: [true, false], ["mpegts", "mpeg", "ogg", "hls"])
  func oneLongRecordingIsNotReadFromTheStart(isLocal: Bool, container: String) throws {
    let long = LongSource(1, isLocal: isLocal, container: container)
    let source = try #require(JoinedSource.joining(long) as? JoinedSource)
    source.prepare()
    try source.seek(to: .seconds(12))
    #expect(long.targets == [.seconds(12)])
    let found = try Self.firstTicks(source, from: .zero)
    #expect(found.ticks == 11_800 && found.searches.isEmpty)
  }

  /// Media of HLS is read from the start only if the target is not before the first declared join.
  @Test func aSeekBeforeTheDeclaredJoinIsNotReadFromTheStart() throws {
    let long = LongSource(3, isLocal: false, container: "hls")
    long.declaredJoins = [.seconds(10) ... .seconds(10)]
    let source = try #require(JoinedSource.joining(long) as? JoinedSource)
    source.prepare()
    for (seconds, landing) in [(12, 12), (15, 5), (14, 14), (32, 5), (8, 8)] as [(Int64, Int64)] {
      try source.seek(to: .seconds(seconds))
      #expect(long.targets.last == .seconds(landing))
      let found = try Self.firstTicks(source, from: .seconds(seconds))
      #expect(found.ticks == seconds * 1_000)
    }
    // Reading on, the next recording follows.
    #expect(try Self.firstTicks(source, from: .seconds(30)).ticks == 30_000)
  }

  /// A list of HLS that can be read from each part. The recordings are a little longer than it declares.
  @Test(arguments: [true, false]) func aSeekReadsOnlyItsPart(isLocal: Bool) throws {
    let long = LongSource(4, isLocal: isLocal, container: "hls")
    long.declaredJoins = [9_900, 19_800, 29_700].map {
      .milliseconds($0) ... .milliseconds($0 + 200)
    }
    long.canEnter = true
    let source = try #require(JoinedSource.joining(long) as? JoinedSource)
    source.prepare()
    long.readParts = []
    try source.seek(to: .seconds(39))
    if isLocal {
      // The ends of the parts before it show where it begins.
      #expect(long.entered == [1, 2, 3])
    } else {
      #expect(long.entered == [3] && long.targets == [.milliseconds(9_200)])
    }
    let last = try Self.firstTicks(source, from: .seconds(39))
    #expect(last.ticks == 39_000 && last.count <= (isLocal ? 20 : 30))
    #expect(isLocal || long.readParts == [3])
    #expect(source.info.presentationStart == .seconds(5))
    // Reading over an end shows where the next part begins.
    try source.seek(to: .milliseconds(14_500))
    #expect(long.entered.last == 0)
    #expect(try Self.firstTicks(source, from: .milliseconds(15_040)).ticks == 15_040)
    long.readParts = []
    try source.seek(to: .seconds(20))
    #expect(long.entered.last == 1)
    #expect(try Self.firstTicks(source, from: .seconds(20)).ticks == 20_000)
    #expect(long.readParts == [1])
    // The end of the media is that of its last part.
    try source.seek(to: .seconds(100))
    #expect(long.entered.last == 3)
    let end = try Self.firstTicks(source, from: .seconds(100))
    #expect(end.ticks == nil && end.count <= 250)
  }

  private static func estimates(_ long: LongSource) throws -> [MediaTime] {
    let source = try #require(JoinedSource.joining(long) as? JoinedSource)
    source.prepare()
    try source.seek(to: .seconds(10))
    var estimates: [MediaTime] = []
    while case .packet(let packet) = try source.read() {
      if let estimate = source.estimatedDuration(at: packet) { estimates.append(estimate) }
    }
    return estimates
  }

  /// The declared length is that of the first recording.
  @Test func theLengthOfJoinedMediaIsEstimated() throws {
    let long = LongSource(4, isLocal: true, container: "mpegts")
    long.byteCount = Int64(4 * 250) << 20
    // At the first packet of the second recording, and every 256 packets.
    #expect(try Self.estimates(long) == Array(repeating: .seconds(40), count: 3))
    // Few bytes do not show the length.
    long.byteCount = 1 << 40
    #expect(try Self.estimates(long).isEmpty)
    long.byteCount = nil
    #expect(try Self.estimates(long).isEmpty)
    let single = LongSource(1, isLocal: true, container: "mpegts")
    single.byteCount = Int64(250) << 20
    #expect(try Self.estimates(single).isEmpty)
  }

  /// libavformat derives the length from the last times near the end of the file, of which one may be wrong.
  @Test(arguments: [true, false]) func aLengthFromAWrongTimeIsEstimated(isEstimated: Bool) throws {
    let long = LongSource(1, isLocal: true, container: "mpegts")
    long.byteCount = Int64(250) << 20
    long.wrong = (200, 18_000)
    long.declare(.seconds(13), isEstimated: isEstimated)
    #expect(try Self.estimates(long).first == (isEstimated ? .seconds(10) : nil))
    long.declare(.seconds(20), isEstimated: true)
    #expect(try Self.estimates(long).isEmpty)
  }

  /// Where the start was read without a join, a seek back needs no search if it lands there.
  @Test(arguments: [0, 1]) func aSeekBackBeforeTheFirstJoinStaysThere(_ landing: Int) throws {
    let long = LongSource(2, isLocal: true, container: "mpegts")
    let source = try #require(JoinedSource.joining(long) as? JoinedSource)
    source.prepare()
    for _ in 0..<200 { _ = try source.read() }
    long.landing = landing
    try source.seek(to: .seconds(9))
    #expect(long.targets == (landing == 0 ? [.seconds(9)] : [.seconds(9), .seconds(5)]))
    #expect(try Self.firstTicks(source, from: .zero).ticks == (landing == 0 ? 9_000 : 5_000))
  }
}
