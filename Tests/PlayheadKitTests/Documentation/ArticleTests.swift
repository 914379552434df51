import Combine
import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// The code of József Vesza's article "Combine Publishers, Part 1: Creating a Custom Publisher",
/// with `Player` instead of `AVPlayer` and `Combine` imported.
@MainActor @Suite struct ArticleTests {
  private let videoURL = URL(filePath: Repository.sample("bbb_small.mp4"))

  @Test func theArticlesExampleReportsThePosition() async {
    var subscriptions = Set<AnyCancellable>()
    let player = Player(url: videoURL)
    let times = await withCheckedContinuation { continuation in
      var times: [TimeInterval] = []
      player.playheadProgressPublisher()
        .sink { time in
          times.append(time)
          if times.count == 3 { continuation.resume(returning: times) }
        }
        .store(in: &subscriptions)
      player.play()
    }
    #expect(times.count == 3 && times == times.sorted())
    #expect(times[1] >= 0.25 && times[2] >= 0.5)
    player.close()
  }

  /// As in the article, an initializer creates the publisher, here with and without an interval.
  @Test func thePublisherCanBeCreatedByItsInitializer() {
    let clock = ManualHostClock()
    let player = Player(url: videoURL, clock: clock)
    let publisher: PlayheadProgressPublisher = PlayheadProgressPublisher(
      interval: 2, player: player)
    let byDefault = PlayheadProgressPublisher(player: player)
    var (times, count) = ([TimeInterval](), 0)
    var subscriptions = Set<AnyCancellable>()
    publisher.sink { times.append($0) }.store(in: &subscriptions)
    byDefault.sink { _ in count += 1 }.store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(10))
    #expect(times == [0, 2, 4, 5.312])
    #expect(count == 23)
  }

  /// The subscriber conforms to `Combine.Subscriber` itself.
  @Test func aCustomSubscriberReceivesWhatItRequests() {
    final class LoggingSubscriber: Combine.Subscriber {
      typealias Input = TimeInterval
      typealias Failure = Never
      var received: [TimeInterval] = []

      func receive(subscription: any Combine.Subscription) { subscription.request(.max(2)) }

      func receive(_ input: TimeInterval) -> Subscribers.Demand {
        received.append(input)
        return received.count == 2 ? .max(1) : .none
      }

      func receive(completion: Subscribers.Completion<Never>) {}
    }
    let clock = ManualHostClock()
    let player = Player(url: videoURL, clock: clock)
    let subscriber = LoggingSubscriber()
    player.playheadProgressPublisher(interval: 1).subscribe(subscriber)
    player.play()
    clock.advance(by: .seconds(10))
    #expect(subscriber.received == [0, 1, 2])
    player.close()
    clock.advance(by: .zero)
  }
}
