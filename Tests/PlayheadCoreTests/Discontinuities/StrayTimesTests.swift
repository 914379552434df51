import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

/// A single timestamp that is wrong is corrected by the packets around it.
@Suite struct StrayTimesTests {
  /// What the tracks are like.
  enum Layout: CaseIterable {
    /// Each packet has a stored time.
    case stored
    /// Ten packets of sound share one.
    case units
    /// Frames are reordered.
    case reordered
    case soundOnly
    case picturesOnly

    var tracks: [MediaTrack] {
      var tracks = [
        MediaTrack(index: 0, kind: .video, timebase: .milliseconds),
        MediaTrack(index: 1, kind: .audio, timebase: .milliseconds),
      ]
      for index in tracks.indices { tracks[index].startTicks = index == 0 ? 1_400 : 1_380 }
      switch self {
      case .soundOnly:
        tracks.removeFirst()
        tracks[0] = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
        tracks[0].startTicks = 1_380
      case .picturesOnly: tracks.removeLast()
      case .stored, .units, .reordered: break
      }
      return tracks
    }

    /// Four seconds of media.
    var packets: [PacketTiming] {
      let unit: Int64 = self == .stored ? 1 : 10
      var packets: [PacketTiming] = []
      for frame in Int64(0)..<100 {
        if self != .soundOnly { packets.append(picture(frame)) }
        if self == .picturesOnly { continue }
        for index in [frame * 2, frame * 2 + 1] {
          let time = 1_380 + index * 20
          let track = self == .soundOnly ? 0 : 1
          packets.append(
            StrayTimesTests.packet(
              track, time, time, 20, at: index % unit == 0 ? 1_000_000 + index : nil))
        }
      }
      return packets
    }

    private func picture(_ frame: Int64) -> PacketTiming {
      let decode = 1_400 + (frame - (self == .reordered ? 1 : 0)) * 40
      var presented = 1_400 + frame * 40
      if self == .reordered, frame > 0, frame < 99 { presented += frame % 2 == 0 ? -40 : 40 }
      return StrayTimesTests.packet(0, presented, decode, 40, at: frame)
    }
  }

  private static func packet(
    _ track: Int, _ presented: Int64, _ decode: Int64, _ duration: Int64, at byte: Int64?
  ) -> PacketTiming {
    var packet = PacketTiming(
      track: track, presentationTicks: presented, decodeTicks: decode, durationTicks: duration,
      byteCount: 100)
    packet.byteOffset = byte
    return packet
  }

  private static func media(
    _ packets: [PacketTiming], _ tracks: [MediaTrack], container: String = "fake"
  ) -> FakeMedia {
    var info = MediaInfo(name: "fake", container: container, tracks: tracks, isSeekable: true)
    info.isClockDiscontinuous = ["fake", "mpegts"].contains(container)
    // libavformat takes the start from the first packet.
    for index in tracks.indices {
      let first = packets.first { $0.track == index }
      info.tracks[index].startTicks = first?.presentationTicks
    }
    return FakeMedia(info: info, steps: packets.map { .packet($0) })
  }

  private struct Outcome {
    var packets: [PacketTiming] = []
    /// The byte offsets of the packets that were corrected.
    var corrected: [Int64?] = []
    var start: MediaTime?
    var joins = 0
  }

  private func read(_ packets: [PacketTiming], _ tracks: [MediaTrack]) throws -> Outcome {
    let media = Self.media(packets, tracks)
    let source = try #require(
      JoinedSource.joining(media.open(interruption: Interruption())) as? JoinedSource)
    source.prepare()
    var outcome = Outcome(start: source.info.presentationStart)
    while case .packet(let packet) = try source.read() {
      outcome.packets.append(packet)
      if let original = source.original { outcome.corrected.append(original.byteOffset) }
    }
    outcome.joins = source.joins.count
    return outcome
  }

  /// Counts the packets that are read.
  private final class CountingSource: MediaSource {
    private let source: any MediaSource
    private(set) var readCount = 0

    init(_ source: any MediaSource) { self.source = source }

    var info: MediaInfo { source.info }
    func read() throws(MediaError) -> MediaRead {
      readCount += 1
      return try source.read()
    }
    func seek(to time: MediaTime) throws(MediaError) { try source.seek(to: time) }
  }

  /// The start of tracks is judged by few bytes, also if four pictures are more than may be held back, or if a track
  /// has no times.
  @Test(arguments: [true, false], [100, 3_000_000])
  func anOpenedFileIsNotReadToItsEnd(hasTimes: Bool, byteCount: Int) throws {
    let packets = (Int64(0)..<10_000).map { index in
      var packet = Self.packet(0, index * 40, index * 40, 40, at: index)
      packet.byteCount = byteCount
      if !hasTimes { (packet.presentationTicks, packet.decodeTicks) = (nil, nil) }
      return packet
    }
    let media = Self.media(packets, Layout.stored.tracks)
    let counted = CountingSource(try media.open(interruption: Interruption()))
    let source = try #require(JoinedSource.joining(counted) as? JoinedSource)
    source.prepare()
    #expect(counted.readCount <= (byteCount == 100 ? 4_096 : 6))
    var times: [Int64?] = []
    while case .packet(let packet) = try source.read() { times.append(packet.presentationTicks) }
    #expect(times == packets.map(\.presentationTicks))
  }

  /// Gives each packet a clock reference.
  private final class ReferencedSource: CorrectingSource {
    private let source: any MediaSource
    private var references: ArraySlice<Int64>
    private(set) var clockReference: Int64?

    init(_ source: any MediaSource, _ references: [Int64]) {
      (self.source, self.references) = (source, references[...])
    }

    var info: MediaInfo { source.info }
    var original: PacketTiming? { nil }
    func read() throws(MediaError) -> MediaRead {
      clockReference = references.popFirst()
      return try source.read()
    }
    func seek(to time: MediaTime) throws(MediaError) { try source.seek(to: time) }
  }

  /// A picture before or behind a long pause is right if the clock references pause, too.
  @Test(arguments: [true, false], [0, 1 << 33] as [Int64]) func clockReferencesConfirmTimes(
    follow: Bool, period: Int64
  ) throws {
    let (clean, tracks) = (Layout.picturesOnly.packets, Layout.picturesOnly.tracks)
    for (place, offset) in [(0, -6_000), (clean.count - 1, 5_000)] as [(Int, Int64)] {
      let changed = changed(clean, at: [place], by: offset)
      let references = (follow ? changed : clean).map {
        ($0.decodeTicks ?? 0) * 90 - 63_000 + period
      }
      let media = Self.media(changed, tracks, container: "mpegts")
      let source = JoinedSource.joining(
        ReferencedSource(try media.open(interruption: Interruption()), references))
      var found: [Int64?] = []
      while case .packet(let packet) = try source.read() { found.append(packet.decodeTicks) }
      #expect(found == (follow ? changed : clean).map(\.decodeTicks), "\(place)")
    }
  }

  private static func end(_ packets: [PacketTiming], _ tracks: [MediaTrack]) throws -> MediaTime {
    try MediaDuration.measured(
      byReading: media(packets, tracks).open(interruption: Interruption())
    ).time
  }

  private static let milliseconds: [Int64] = [
    100, 400, 1_000, 3_000, 9_000, 10_000, 20_000, 50_000_000, 100_000_000,
  ]

  /// Returns the packets with another time at one place, and with those that are counted from it.
  private func changed(
    _ clean: [PacketTiming], at places: [Int], by offset: Int64
  ) -> [PacketTiming] {
    var packets = clean
    for place in places {
      packets[place].decodeTicks = packets[place].decodeTicks.map { $0 + offset }
      packets[place].presentationTicks = packets[place].presentationTicks.map { $0 + offset }
    }
    return packets
  }

  /// Returns the places of the first, second, middle and last units of a track.
  private func units(of track: Int, in packets: [PacketTiming]) -> [[Int]] {
    var units: [[Int]] = []
    for index in packets.indices where packets[index].track == track {
      if packets[index].byteOffset != nil || units.isEmpty { units.append([]) }
      units[units.count - 1].append(index)
    }
    return [units[0], units[1], units[units.count / 2], units[units.count - 1]]
  }

  @Test(arguments: Layout.allCases)
  func mediaWithAWrongTimestampEndsWhereItWouldWithoutIt(_ layout: Layout) throws {
    let (clean, tracks) = (layout.packets, layout.tracks)
    let end = try Self.end(clean, tracks)
    let start = try read(clean, tracks).start
    for track in tracks.indices {
      for places in units(of: track, in: clean) {
        for offset in Self.milliseconds.flatMap({ [$0, -$0] }) {
          let packets = changed(clean, at: places, by: offset)
          let context: Comment = "track \(track), packet \(places[0]), \(offset) ms"
          let found = try Self.end(packets, tracks)
          #expect(found == end, context)
          let outcome = try read(packets, tracks)
          #expect(outcome.joins == 0, context)
          #expect(outcome.packets.count == clean.count, context)
          #expect(outcome.corrected.first == clean[places[0]].byteOffset, context)
          #expect(outcome.corrected.count == places.count, context)
          #expect(outcome.start == start, context)
          for index in tracks.indices {
            #expect(
              outcome.packets.filter { $0.track == index }.map(\.decodeTicks)
                == clean.filter { $0.track == index }.map(\.decodeTicks), context)
          }
        }
      }
    }
  }

  /// Up to five packets in a row are wrong by the same time, before the old clock goes on.
  @Test(arguments: TestEffort.some(Layout.allCases, 2...5))
  func aRunOfWrongTimesIsCorrected(_ layout: Layout, _ count: Int) throws {
    let (clean, tracks) = (layout.packets, layout.tracks)
    for track in tracks.indices {
      let own = clean.indices.filter { clean[$0].track == track }
      let middle = own.count / 2 / 10 * 10
      let isShared = layout == .units && track == 1 || layout == .soundOnly
      let places = own[middle..<middle + count * (isShared ? 10 : 1)]
      for offset in Self.milliseconds.flatMap({ [$0, -$0] }) {
        let packets = changed(clean, at: Array(places), by: offset)
        let context: Comment = "track \(track), \(offset) ms"
        let outcome = try read(packets, tracks)
        #expect(outcome.joins == 0, context)
        #expect(outcome.corrected.count == places.count, context)
        for index in tracks.indices {
          #expect(
            outcome.packets.filter { $0.track == index }.map(\.decodeTicks)
              == clean.filter { $0.track == index }.map(\.decodeTicks), context)
        }
      }
    }
  }

  /// A picture before a pause is decoded, and presented behind it. Without the pause, it is wrong.
  @Test(arguments: [1_500, 4_000] as [Int64], [true, false])
  func aPictureMayBePresentedBehindAPause(_ pause: Int64, pauses: Bool) throws {
    for hasSound in [true, false] {
      var packets: [PacketTiming] = []
      for frame in Int64(0)..<100 {
        func moved(_ time: Int64) -> Int64 { pauses && time >= 2_000 ? time + pause : time }
        let presented = frame == 49 && !pauses ? 2_000 + pause : moved(frame * 40 + 80)
        packets.append(Self.packet(0, presented, moved(frame * 40), 40, at: frame))
        if hasSound {
          for time in [frame * 40, frame * 40 + 20] {
            packets.append(Self.packet(1, moved(time), moved(time), 20, at: 1_000 + time))
          }
        }
      }
      let tracks = hasSound ? Layout.stored.tracks : Layout.picturesOnly.tracks
      let outcome = try read(packets, tracks)
      if pauses {
        #expect(outcome.packets == packets)
      } else {
        #expect(outcome.corrected == [49])
      }
    }
  }

  @Test(arguments: Layout.allCases) func rightTimestampsAreKept(_ layout: Layout) throws {
    let outcome = try read(layout.packets, layout.tracks)
    #expect(outcome.packets == layout.packets)
    #expect(outcome.corrected.isEmpty)
  }

  /// Where a rate is declared, the second picture may be wrong by less than a second.
  @Test(arguments: [100, -100, 400, -400, 800] as [Int64], ["flv", "asf"])
  func aWrongTimeOfTheSecondPictureIsCorrected(by offset: Int64, container: String) throws {
    let clean = (Int64(0)..<50).map { frame in
      var packet = Self.packet(0, 80 + frame * 40, 80 + frame * 40, 40, at: frame)
      packet.durationTicks = nil
      return packet
    }
    var tracks = Layout.picturesOnly.tracks
    tracks[0].constantFrameRate = FrameRate(25, 1)
    let media = Self.media(changed(clean, at: [1], by: offset), tracks, container: container)
    let source = JoinedSource.joining(try media.open(interruption: Interruption()))
    var found: [Int64?] = []
    while case .packet(let packet) = try source.read() { found.append(packet.presentationTicks) }
    #expect(found == clean.map(\.presentationTicks))
  }

  /// A picture that is decoded before the declared end, and presented behind it, is wrong there.
  @Test func theLastTimeIsComparedWithTheEndAsItIsPresented() throws {
    let clean = (Int64(0)..<50).map { frame in
      Self.packet(0, 80 + frame * 40, frame * 40, 40, at: frame)
    }
    let tracks = Layout.picturesOnly.tracks
    let wrong = changed(clean, at: [49], by: 100)
    for (end, isRight) in [(Int64(2_080), false), (2_300, true)] {
      var info = Self.media(wrong, tracks, container: "flv").info
      (info.declaredStart, info.declaredDuration) = (.zero, .milliseconds(end))
      let media = FakeMedia(info: info, steps: wrong.map { .packet($0) })
      let source = JoinedSource.joining(try media.open(interruption: Interruption()))
      var last: Int64?
      while case .packet(let packet) = try source.read() { last = packet.decodeTicks }
      #expect(last == (isRight ? wrong : clean)[49].decodeTicks)
    }
  }

  /// Pictures at a variable rate are no wrong times.
  @Test(arguments: [true, false]) func variableIntervalsAreKept(storesContinuousTimes: Bool) throws
  {
    let intervals: [Int64] = [40, 120, 120, 120, 40, 120, 80, 1_000, 40, 40, 40, 40, 200, 7_000]
    var time: Int64 = 0
    var packets: [PacketTiming] = []
    for index in Int64(0)..<200 {
      packets.append(Self.packet(0, time, time, 40, at: index))
      time += intervals[Int(index * index % 14)]
    }
    var tracks = Layout.picturesOnly.tracks
    tracks[0].startTicks = 0
    let media = Self.media(packets, tracks, container: storesContinuousTimes ? "flv" : "fake")
    let source = JoinedSource.joining(try media.open(interruption: Interruption()))
    var found: [PacketTiming] = []
    while case .packet(let packet) = try source.read() { found.append(packet) }
    #expect(found == packets)
  }

  private static let pictureContainers = ["fake", "flv", "matroska,webm", "ivf"]

  /// Returns the presentation times of pictures as they are read.
  private func read(
    _ times: [Int64], container: String, duration: Int64? = nil
  ) throws -> [Int64?] {
    let packets = times.enumerated().map { index, time in
      var packet = Self.packet(0, time, time, 0, at: Int64(index))
      packet.durationTicks = duration
      return packet
    }
    let media = Self.media(packets, Layout.picturesOnly.tracks, container: container)
    let source = try #require(
      JoinedSource.joining(media.open(interruption: Interruption())) as? JoinedSource)
    source.prepare()
    #expect(source.info.presentationStart == .milliseconds(times[0]))
    var found: [Int64?] = []
    while case .packet(let packet) = try source.read() { found.append(packet.presentationTicks) }
    return found
  }

  /// Random intervals, or recordings of a screen, which pause. The declared duration of a picture may be wrong in
  /// containers that time each picture; in others it is believed.
  @Test(
    arguments: pictureContainers.flatMap { name in
      (name == "fake" ? [nil] : [nil, 40] as [Int64?]).map { (name, $0) }
    })
  func randomIntervalsAreKept(container: String, duration: Int64?) throws {
    for seed in UInt64(0)..<20 {
      var random = SplitMix64(seed: seed)
      let pauses = seed % 2 == 1
      var times: [Int64] = [0]
      for _ in 0..<300 {
        let isPause = !pauses || Int.random(in: 0..<5, using: &random) == 0
        let interval =
          isPause
          ? Int64.random(in: 20...(pauses ? 700 : 520), using: &random)
          : Int64.random(in: 33...34, using: &random)
        times.append(times[times.count - 1] + interval)
      }
      #expect(try read(times, container: container, duration: duration) == times, "seed \(seed)")
    }
  }

  /// A first interval may be shorter or longer than the later ones, which are not equal.
  @Test(arguments: pictureContainers) func aFirstIntervalIsKept(container: String) throws {
    let later = (Int64(0)..<20).map { 1_000 + $0 * 33 }
    var firsts: [[Int64]] = [[0, 141, 464, 762, 1_000], [0, 500]]
    if container != "fake" { firsts += [[-10], [-30], [-55]] }
    for first in firsts {
      let times = first.filter { $0 < 1_000 } + later
      #expect(try read(times, container: container) == times, "\(first)")
    }
  }

  /// ASF adds a lead to all times, so that none is before zero.
  @Test(arguments: [-54, -100, -3_000] as [Int64])
  func aFirstTimeOfASFBeforeZeroIsWrong(_ first: Int64) throws {
    let times = [first] + (Int64(1)..<20).map { 46 + $0 * 40 }
    let packets = times.enumerated().map { index, time in
      var packet = Self.packet(0, time, time, 0, at: Int64(index))
      packet.durationTicks = nil
      return packet
    }
    let media = Self.media(packets, Layout.picturesOnly.tracks, container: "asf")
    let source = JoinedSource.joining(try media.open(interruption: Interruption()))
    guard case .packet(let packet) = try source.read() else { return #expect(Bool(false)) }
    #expect(packet.presentationTicks == 46)
  }

  /// The last picture after pauses may be one that follows a pause. If all others are at equal intervals, it may not.
  @Test func aLastPictureAfterPausesIsKept() throws {
    let group = (Int64(0)..<12).map { $0 * 33 }
    let groups = (Int64(0)..<4).flatMap { pause in group.map { pause * 800 + $0 } }
    let pausing: [Int64] = groups + [3_300]
    #expect(try read(pausing, container: "fake") == pausing)
    let steady = (Int64(0)..<48).map { $0 * 33 }
    let late: [Int64] = steady + [1_980]
    let right: [Int64] = steady + [1_584]
    #expect(try read(late, container: "fake") == right)
  }

  /// The first packets of pictures whose times are stored; libavformat leaves out times behind a wrong one.
  @Test(arguments: [0, 1], [3_000, -3_000, 90_000_000] as [Int64])
  func aWrongTimeAmongTheFirstPicturesIsCorrected(_ index: Int, by offset: Int64) throws {
    // FLV declares the length of a packet, ASF does not, and several packets of it have one offset.
    for (container, isFollowedByUntimed) in [("flv", false), ("flv", true), ("asf", false)] {
      var packets = (Int64(0)..<50).map { frame in
        Self.packet(0, 80 + frame * 40, 80 + frame * 40, 40, at: frame / 3)
      }
      var times = packets.map(\.presentationTicks)
      if container == "asf" {
        for index in packets.indices { packets[index].durationTicks = nil }
      } else if isFollowedByUntimed {
        for index in index + 1..<index + 6 { packets[index].decodeTicks = nil }
      }
      packets = changed(packets, at: [index], by: offset)
      // The second time may be that of the first picture.
      if index == 1, offset < 0 { times = [] }
      var info = Self.media(packets, Layout.picturesOnly.tracks, container: container).info
      info.declaredStart = .milliseconds(packets[0].presentationTicks ?? 0)
      info.declaredDuration = .seconds(2)
      let media = FakeMedia(info: info, steps: packets.map { .packet($0) })
      let source = try #require(
        JoinedSource.joining(media.open(interruption: Interruption())) as? JoinedSource)
      source.prepare()
      let context: Comment = "\(container)"
      if index == 0 {
        #expect(source.info.presentationStart == .milliseconds(80), context)
        #expect(source.info.declaredDuration(from: .milliseconds(80)) == .seconds(2), context)
      }
      var found: [Int64?] = []
      while case .packet(let packet) = try source.read() { found.append(packet.presentationTicks) }
      if !times.isEmpty { #expect(found == times, context) }
    }
  }

  /// All tracks pause, and several times agree.
  @Test(arguments: Layout.allCases, [200, 1_000, 9_000] as [Int64])
  func aPauseIsKept(_ layout: Layout, _ pause: Int64) throws {
    let late = layout.packets.indices.filter { layout.packets[$0].decodeTicks ?? 0 >= 3_000 }
    let packets = changed(layout.packets, at: late, by: pause)
    let outcome = try read(packets, layout.tracks)
    #expect(outcome.packets == packets)
    #expect(outcome.corrected.isEmpty)
  }

  /// The wrong time is where a seek goes.
  @Test func aWrongTimestampAfterASeekIsCorrected() throws {
    let layout = Layout.units
    let place = try #require(layout.packets.firstIndex { $0.track == 0 && $0.decodeTicks == 3_400 })
    let media = Self.media(changed(layout.packets, at: [place], by: 9_000), layout.tracks)
    let stage = Stage(media)
    stage.player.beginSeek(to: .milliseconds(2_000))
    stage.play(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .milliseconds(3_000))
    stage.advance(milliseconds: 10_000)
    #expect(stage.player.currentTime() == (try Self.end(layout.packets, layout.tracks)))
  }

  /// Packets are not held back while the source has none.
  @Test func aSourceThatPausesHoldsNothingBack() throws {
    let layout = Layout.units
    let packets = changed(layout.packets, at: [150], by: 3_000)
    var steps = packets[...150].map { FakeMedia.Step.packet($0) }
    steps.append(.pause(.seconds(1)))
    var info = Self.media(packets, layout.tracks).info
    info.isSeekable = false
    let source = JoinedSource.joining(
      try FakeMedia(info: info, steps: steps).open(interruption: Interruption()))
    var count = 0
    while case .packet = try source.read() { count += 1 }
    #expect(count == 151)
  }
}
