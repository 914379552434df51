import Locking
import Media
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import Timekeeping

/// The rules that hold for every publisher.
@Suite struct FrameContractTests {
  private static let row = ContractRow(
    "FramePublisher", upstreams: 0, except: [.dependsOnDemand]
  ) { _ in
    FilmPublisher().setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
  }

  @Test(arguments: ContractCheck.all)
  func holds(_ check: ContractCheck) {
    #expect(check.faults(Self.row) == [])
  }

  @Test func theRowGivesEveryFrameAndCompletes() {
    let recorder = RecordingSubscriber<Int, ContractRow.Failure>()
    Self.row.make([]).subscribe(recorder)
    #expect(recorder.values == Array(0..<25))
    #expect(recorder.isFinished)
  }
}

/// A film of a second that plays once it is asked for frames, and closes at its end.
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
    player = Player(media: FakeMedia(frameCount: 25), decoding: .all, clock: clock)
  }

  /// The subscriber has its subscription, or asks.
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

/// The numbers of a film's frames; the film plays once it was asked for one.
private struct FilmPublisher: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Never {
    let film = Film()
    film.player.framePublisher().subscribe(Inner(film: film, downstream: subscriber))
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

    func receive(_ frame: PresentedFrame) -> Subscribers.Demand {
      downstream.receive(Int(frame.position.nanoseconds(rounding: .down) / 40_000_000))
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
