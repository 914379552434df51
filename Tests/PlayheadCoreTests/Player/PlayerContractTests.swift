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
    row("ProgressPublisher") { number(of: $0.progressPublisher(interval: .milliseconds(100))) },
    row("ProgressPublisher (boundaries)") { player in
      number(of: player.progressPublisher(on: .frames.union(.chapters).union(.percentages([50]))))
    },
    row("PlayheadProgressPublisher") { player in
      number(of: player.playheadProgressPublisher(interval: 0.1))
    },
    row("chapterPublisher") { number(of: $0.chapterPublisher) },
    row("frameCountsPublisher") { number(of: $0.frameCountsPublisher) },
    row("statusPublisher") { number(of: $0.statusPublisher) },
    row("statePublisher") { number(of: $0.playbackStatePublisher) },
    row("timeControlStatusPublisher") { number(of: $0.timeControlStatusPublisher) },
    row("ratePublisher") { number(of: $0.ratePublisher) },
    row("durationPublisher") { number(of: $0.durationPublisher) },
    row("bufferedRangePublisher") { number(of: $0.bufferedRangePublisher) },
    row("isPlaybackLikelyToKeepUpPublisher") { player in
      number(of: player.isPlaybackLikelyToKeepUpPublisher)
    },
    row("isPlaybackBufferEmptyPublisher") { number(of: $0.isPlaybackBufferEmptyPublisher) },
    row("mediaInfoPublisher") { number(of: $0.mediaInfoPublisher) },
    row("metadataPublisher") { number(of: $0.metadataPublisher) },
    row("tagsPublisher") { number(of: $0.tagsPublisher) },
    row("artworkPublisher") { number(of: $0.artworkPublisher) },
    row("didPlayToEndTimePublisher") { number(of: $0.didPlayToEndTimePublisher) },
    row("chapterPublisher (at once)") { number(of: $0.chapterPublisher(queue: nil)) },
    row("statusPublisher (at once)") { number(of: $0.statusPublisher(queue: nil)) },
    row("statePublisher (at once)") { number(of: $0.playbackStatePublisher(queue: nil)) },
  ]

  /// The values depend on the time of the demand, because each publisher publishes current values.
  private static func row<P: Publisher>(
    _ name: String, _ make: @escaping @Sendable (Player) -> P
  ) -> ContractRow where P.Output == Int, P.Failure == Never {
    ContractRow(name, upstreams: 0, except: [.dependsOnDemand]) { _ in
      FilmPublisher(make: { make($0).eraseToAnyPublisher() })
        .setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    }
  }

  private static func number<P: Publisher>(of publisher: P) -> Publishers.Scan<P, Int> {
    publisher.scan(0) { count, _ in count + 1 }
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
    if row.name == "chapterPublisher" { #expect(recorder.values == Array(1...3)) }
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
