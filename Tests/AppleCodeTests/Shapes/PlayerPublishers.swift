import AVFoundation
import Combine

/// Publishers of a player, as extensions of it have them.
extension AVPlayer {
  func currentTimePublisher(
    every seconds: TimeInterval = 0.1, on queue: DispatchQueue = .main
  ) -> AnyPublisher<CMTime, Never> {
    Publishers.PeriodicTime(
      player: self,
      interval: CMTime(seconds: seconds, preferredTimescale: CMTimeScale(NSEC_PER_SEC)),
      queue: queue
    ).eraseToAnyPublisher()
  }

  func itemStatusPublisher() -> AnyPublisher<AVPlayerItem.Status, Never> {
    publisher(for: \.currentItem)
      .map { item -> AnyPublisher<AVPlayerItem.Status, Never> in
        guard let item = item else { return Just(.unknown).eraseToAnyPublisher() }
        return item.publisher(for: \.status).eraseToAnyPublisher()
      }
      .switchToLatest()
      .removeDuplicates()
      .eraseToAnyPublisher()
  }

  func endPublisher() -> AnyPublisher<AVPlayerItem, Never> {
    NotificationCenter.default.publisher(for: .AVPlayerItemDidPlayToEndTime)
      .compactMap { $0.object as? AVPlayerItem }
      .filter { [weak self] item in item === self?.currentItem }
      .eraseToAnyPublisher()
  }
}

extension Publishers {
  struct PeriodicTime: Publisher {
    typealias Output = CMTime
    typealias Failure = Never
    let player: AVPlayer
    let interval: CMTime
    let queue: DispatchQueue

    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
      subscriber.receive(
        subscription: Inner(
          subscriber: subscriber, player: player, interval: interval, queue: queue))
    }

    private final class Inner<S: Subscriber>: Subscription
    where S.Input == CMTime, S.Failure == Never {
      private var subscriber: S?
      private let player: AVPlayer
      private var token: Any?
      private var demand = Subscribers.Demand.none

      init(subscriber: S, player: AVPlayer, interval: CMTime, queue: DispatchQueue) {
        self.subscriber = subscriber
        self.player = player
        token = player.addPeriodicTimeObserver(forInterval: interval, queue: queue) {
          [weak self] time in
          guard let self = self, let subscriber = self.subscriber, self.demand > 0 else { return }
          self.demand -= 1
          self.demand += subscriber.receive(time)
        }
      }

      func request(_ demand: Subscribers.Demand) { self.demand += demand }

      func cancel() {
        if let token = token { player.removeTimeObserver(token) }
        token = nil
        subscriber = nil
      }
    }
  }

  // Names of this package's other products, which a program may use for its own types.
  struct AccumulateLatestMany<Upstream> {}
  struct CombineLatestCollection<Upstream> {}
  struct ProgressPublisher {}
  struct FramePublisher {}
}

func ownNames() -> [Any.Type] {
  [
    Publishers.AccumulateLatestMany<Int>.self, Publishers.CombineLatestCollection<Int>.self,
    Publishers.ProgressPublisher.self, Publishers.FramePublisher.self,
  ]
}
