import Combine
import CombineToolkit
import Dispatch
import Foundation
import FoundationNetworking
import PlayheadKit
import PlayheadTesting
import PortableCombineFoundation
import Testing

/// Usual programs in the Swift 6 language mode. They compile without warnings, which are errors here.
@Suite struct StrictConcurrencyTests {
  /// A model of a view. Players publish on the main queue.
  @MainActor private final class ViewModel {
    private(set) var causes: [ProgressCause] = []
    private(set) var statuses: [Player.Status] = []
    private var subscriptions: Set<AnyCancellable> = []

    func follow(_ player: Player, then finish: @escaping () -> Void) {
      player.progressPublisher(interval: .seconds(1))
        .sink { [weak self] progress in
          self?.causes.append(progress.cause)
          if progress.cause == .ended { finish() }
        }
        .store(in: &subscriptions)
      player.statusPublisher
        .receive(on: DispatchQueue.main)
        .sink { [weak self] in self?.statuses.append($0) }
        .store(in: &subscriptions)
    }
  }

  /// A model that is an actor.
  private actor Log {
    private(set) var positions: [MediaTime] = []
    nonisolated let player = Player(media: FakeMedia(frameCount: 5))

    func play() async {
      let updates = player.progress(every: .milliseconds(40))
      player.play()
      for await progress in updates { positions.append(progress.position) }
    }
  }

  @MainActor @Test func aViewModelOfTheMainActor() async {
    let (model, player) = (ViewModel(), Player(media: FakeMedia(frameCount: 5)))
    await withCheckedContinuation { continuation in
      model.follow(player) { continuation.resume() }
      player.play()
    }
    #expect(model.causes.first == .started && model.causes.last == .ended)
    #expect(model.statuses.contains(.readyToPlay))
  }

  @Test func anActorThatPlays() async {
    let log = Log()
    await log.play()
    #expect(await log.positions.last == .milliseconds(200))
  }

  @Test func tasksOfAGroupReadTheSameValues() async {
    let numbers = [Just(1), Just(2)].combineLatest
    let sum = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask { await numbers.values.reduce(0) { $0 + $1.reduce(0, +) } }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 3 * (1 + 2))
  }

  /// Compiles only if the type is Sendable.
  private func requireSendable<Value: Sendable>(_ value: Value) {}

  @Test func publishersAreSendable() {
    let url = URL(fileURLWithPath: "/")
    let posts: URLSession.DecodedDataTaskPublisher<[String]> =
      URLSession.shared.decodedDataTaskPublisher(for: url)
    requireSendable(posts)
    requireSendable(URLSession.shared.dataTaskPublisher(for: url))
    requireSendable(Just(Data()).decode(type: Int.self, decoder: JSONDecoder()))
    requireSendable(Just(1).receive(on: OperationQueue.main))
    requireSendable(SignalTrigger())
    requireSendable(SignalTrigger().signal(activatedBy: 1).values)
    requireSendable([Just(1), Just(2)].combineLatest)
  }
}
