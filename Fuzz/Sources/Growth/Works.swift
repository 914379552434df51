@testable import PlayheadFFmpeg
@testable import PlayheadMedia
import PlayheadCLI
import PlayheadKit
import PlayheadTesting
@testable import PlayheadTimingAnalysis

/// Kinds of work on a number of elements.
let works: [String: @Sendable (Int) -> Void] = [
  "boundaries": playBoundaries,
  "buffer": { count in
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(asking: .none)
    subject.buffer(size: count, prefetch: .byRequest, whenFull: .dropNewest).subscribe(subscriber)
    for value in 0..<count { subject.send(value) }
    subscriber.request(.unlimited)
    check(subscriber.values.count == count)
  },
  "collect": { count in
    var collected = 0
    let subscription = (0..<count).publisher.collect().sink { collected = $0.count }
    check(collected == count)
    subscription.cancel()
  },
  "current-value": { cancelAll(of: CurrentValueSubject<Int, Never>(0), $0) },
  "dash": { count in
    let times = (0..<count).map { "<S d='\(1 + $0 % 2)'/>" }.joined()
    let text = """
      <MPD type="static"><Period><AdaptationSet><SegmentTemplate timescale="1" media="$Number$.mp4">\
      <SegmentTimeline>\(times)</SegmentTimeline></SegmentTemplate>\
      <Representation id="1" bandwidth="1"/></AdaptationSet></Period></MPD>
      """
    let root = try? ManifestXML.parse(Array(text.utf8), name: "main.mpd")
    judge(root.flatMap { DASHManifest($0, at: "main.mpd") }?.lists ?? [], count)
  },
  "future": { cancelAll(of: Future<Int, Never> { _ in }, $0) },
  "hls": { count in
    let lines = (0..<count).map { "#EXTINF:1.0,\n\($0).ts\n" }.joined()
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(lines)#EXT-X-ENDLIST\n"
    guard case .segments(let list) = HLSManifest(text, at: "a", list: SegmentList(name: "a")) else {
      return check(false)
    }
    judge([list], count)
  },
  "passthrough": { cancelAll(of: PassthroughSubject<Int, Never>(), $0) },
  "points": { count in
    // In the first second.
    let points = (0..<count).map { number in
      "0." + String(1_000_000 + number * (1_000_000 / count)).dropFirst()
    }.joined(separator: ",")
    let arguments = [
      "playhead", "--instant", "--end", "1.5", "--at", points, "SampleMedia/bbb.mp4",
    ]
    check(Command.run(arguments).rawValue == 0)
  },
  "share": { cancelAll(of: PassthroughSubject<Int, Never>().share(), $0) },
  // In which scripts/check-growth must find a problem.
  "square": { count in
    var numbers = [UInt8](repeating: 1, count: count)
    for index in numbers.indices { numbers[index] = numbers[..<index].reduce(0, &+) }
    check(numbers.count == count)
  },
]

private func check(_ condition: Bool) {
  precondition(condition, "The work was not done")
}

private func cancelAll(of publisher: some Publisher<Int, Never>, _ count: Int) {
  let subscriptions = (0..<count).map { _ in publisher.sink { _ in } }
  for subscription in subscriptions { subscription.cancel() }
}

/// Measures the segments of a list, of which each tenth is apart from the previous one, and judges them
/// beside the same list.
private func judge(_ lists: [SegmentList], _ count: Int) {
  guard var list = lists.first else { return check(false) }
  check(list.segments.count == count)
  for index in list.segments.indices {
    let start = Int64(index) * 90_000 + (index % 10 == 0 ? 9_000 : 0)
    list.segments[index].measured = .tracks([
      SegmentTrack(
        kind: .video, timebase: Timebase(1, 90_000), start: start, end: start + 90_000,
        beginsWithKeyframe: index % 7 > 0, period: 1 << 33)
    ])
  }
  var other = list
  other.name = "other"
  check(!ManifestRules.findings(in: [list, other]).isEmpty)
}

/// Plays over boundaries that are a millisecond apart.
@Sendable private func playBoundaries(_ count: Int) {
  var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
  track.startTicks = 0
  let steps = (0...count / 1_000).map { second in
    FakeMedia.Step.packet(
      PacketTiming(
        track: 0, presentationTicks: Int64(second) * 1_000, durationTicks: 1_000, byteCount: 1_000,
        isKeyframe: true))
  }
  let clock = ManualHostClock()
  let media = FakeMedia(
    info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true),
    steps: steps)
  let player = Player(media: media, clock: clock)
  let times = (1...count).map { MediaTime.milliseconds(Int64($0)) }
  var crossed = 0
  let subscription = player.progressPublisher(on: .times(times)).sink {
    if $0.cause == .boundary { crossed += 1 }
  }
  player.play()
  while clock.runNextStep() {}
  check(crossed == count)
  subscription.cancel()
}
