import AVFoundation
import Combine

// Code as in a program for Apple's systems. Its only imports are those two.

extension Publishers {
  /// Publishes the elapsed seconds of a player, at most as many as are requested.
  struct PlayheadProgressPublisher: Publisher {
    typealias Output = Double
    typealias Failure = Never

    let player: AVPlayer
    let step: Double

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subscriber.receive(subscription: Observation(of: player, step: step, for: subscriber))
    }

    private final class Observation<S: Subscriber>: Subscription where S.Input == Double {
      private let player: AVPlayer
      private let step: CMTime
      private var target: S?
      private var wanted = Subscribers.Demand.none
      private var observer: Any?

      init(of player: AVPlayer, step: Double, for target: S) {
        self.player = player
        self.target = target
        self.step = CMTimeMakeWithSeconds(step, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
      }

      func request(_ demand: Subscribers.Demand) {
        wanted += demand
        if observer != nil { return }
        observer = player.addPeriodicTimeObserver(forInterval: step, queue: .main) {
          [weak self] time in
          guard let self, let target, wanted > .none else { return }
          wanted -= .max(1)
          wanted += target.receive(CMTimeGetSeconds(time))
        }
      }

      func cancel() {
        if let observer { player.removeTimeObserver(observer) }
        observer = nil
        target = nil
      }
    }
  }
}

extension AVPlayer {
  func elapsedTimePublisher(every step: Double) -> Publishers.PlayheadProgressPublisher {
    Publishers.PlayheadProgressPublisher(player: self, step: step)
  }
}

/// Compiles only if an extension of a player may be used outside of the main actor.
func elapsedTimePublisher(of url: URL) -> Publishers.PlayheadProgressPublisher {
  let player = AVPlayer(url: url)
  player.isMuted = true
  return player.elapsedTimePublisher(every: 0.25)
}
