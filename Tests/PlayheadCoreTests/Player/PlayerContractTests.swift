import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// The contract of publishers, applied to those of a player.
@Suite struct PlayerContractTests {
  private static let rows = [
    row("FramePublisher") { player in
      player.framePublisher().map { Int($0.position.nanoseconds(rounding: .down) / 40_000_000) }
    },
    row("ProgressPublisher") { $0.progressPublisher(interval: .milliseconds(100)).counted() },
    row("ProgressPublisher (boundaries)") { player in
      player.progressPublisher(on: .frames.union(.chapters).union(.percentages([50]))).counted()
    },
    row("PlayheadProgressPublisher") { player in
      player.playheadProgressPublisher(interval: 0.1).counted()
    },
    row("chapterPublisher") { $0.chapterPublisher.counted() },
    row("cuePublisher") { $0.cuePublisher(cues).counted() },
    row("frameCountsPublisher") { $0.frameCountsPublisher.counted() },
    row("statusPublisher") { $0.statusPublisher.counted() },
    row("statePublisher") { $0.playbackStatePublisher.counted() },
    row("timeControlStatusPublisher") { $0.timeControlStatusPublisher.counted() },
    row("ratePublisher") { $0.ratePublisher.counted() },
    row("durationPublisher") { $0.durationPublisher.counted() },
    row("bufferedRangePublisher") { $0.bufferedRangePublisher.counted() },
    row("isPlaybackLikelyToKeepUpPublisher") { player in
      player.isPlaybackLikelyToKeepUpPublisher.counted()
    },
    row("isPlaybackBufferEmptyPublisher") { $0.isPlaybackBufferEmptyPublisher.counted() },
    row("mediaInfoPublisher") { $0.mediaInfoPublisher.counted() },
    row("metadataPublisher") { $0.metadataPublisher.counted() },
    row("tagsPublisher") { $0.tagsPublisher.counted() },
    row("artworkPublisher") { $0.artworkPublisher.counted() },
    row("didPlayToEndTimePublisher") { $0.didPlayToEndTimePublisher.counted() },
    row("cuePublisher (at once)") { $0.cuePublisher(cues, queue: nil).counted() },
    row("chapterPublisher (at once)") { $0.chapterPublisher(queue: nil).counted() },
    row("statusPublisher (at once)") { $0.statusPublisher(queue: nil).counted() },
    row("statePublisher (at once)") { $0.playbackStatePublisher(queue: nil).counted() },
  ]

  private static let cues = CueTrack([
    Cue(start: .milliseconds(200), end: .milliseconds(400), text: "cue")
  ])

  /// The values depend on the time of the demand, because each publisher publishes current values.
  private static func row<P: Publisher>(
    _ name: String, _ make: @escaping @Sendable (Player) -> P
  ) -> ContractRow where P.Output == Int, P.Failure == Never {
    ContractRow(name) {
      FilmPublisher(make: { make($0).eraseToAnyPublisher() }).eraseToAnyPublisher()
    }
  }

  @Test(arguments: rows, ContractCheck.all)
  func holds(_ row: ContractRow, _ check: ContractCheck) {
    #expect(check.violations(row) == [])
  }

  @Test(arguments: rows)
  func aRowGivesValuesAndCompletes(_ row: ContractRow) {
    let recorder = RecordingSubscriber<Int, ContractRow.Failure>()
    row.make([]).subscribe(recorder)
    #expect(recorder.isFinished && recorder.values.count > 0)
    if row.name == "FramePublisher" { #expect(recorder.values == Array(0..<25)) }
    if row.name == "ProgressPublisher" { #expect(recorder.values == Array(1...11)) }
    if row.name == "chapterPublisher" || row.name == "cuePublisher" {
      #expect(recorder.values == Array(1...3))
    }
  }
}

/// A video of one second that plays at the first demand and closes at its end.
private final class Film: Sendable {
  private let clock = ManualHostClock()
  private struct State {
    var isSubscribed = false
    var isAskedFor = false
    var isPlaying = false
  }

  private let state = Locked(State())
  let player: Player

  init() {
    var info = FakeMedia(frameCount: 25).info
    info.chapters = [0, 500].map {
      Chapter(start: .milliseconds($0), end: .milliseconds($0 + 500), title: "\($0)")
    }
    player = Player(
      media: FakeMedia(info: info, steps: FakeMedia.frames(0..<25)), decoding: .all, clock: clock)
  }

  /// The subscriber has received its subscription, or has requested values.
  func note(isSubscribed: Bool = false, isAskedFor: Bool = false) {
    let begins = state.withLock { state in
      state.isSubscribed = state.isSubscribed || isSubscribed
      state.isAskedFor = state.isAskedFor || isAskedFor
      guard state.isSubscribed, state.isAskedFor, !state.isPlaying else { return false }
      state.isPlaying = true
      return true
    }
    guard begins else { return }
    player.play()
    clock.advance(by: .seconds(2))
    player.close()
    clock.advance(by: .zero)
  }
}

/// The publisher of a video's player, which plays at the first demand.
private struct FilmPublisher: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let make: (Player) -> AnyPublisher<Int, Never>

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Never {
    let film = Film()
    make(film.player).subscribe(Inner(film: film, downstream: subscriber))
    film.note(isSubscribed: true)
  }

  private struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Int, Downstream.Failure == Never {
    let film: Film
    let downstream: Downstream
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      downstream.receive(subscription: FilmSubscription(film: film, upstream: subscription))
    }

    func receive(_ value: Int) -> Subscribers.Demand {
      downstream.receive(value)
    }

    func receive(completion: Subscribers.Completion<Never>) {
      downstream.receive(completion: completion)
    }
  }

  private final class FilmSubscription: Subscription {
    private let film: Film
    private let upstream: any Subscription

    init(film: Film, upstream: any Subscription) {
      self.film = film
      self.upstream = upstream
    }

    func request(_ demand: Subscribers.Demand) {
      upstream.request(demand)
      film.note(isAskedFor: true)
    }

    func cancel() {
      upstream.cancel()
    }
  }
}
