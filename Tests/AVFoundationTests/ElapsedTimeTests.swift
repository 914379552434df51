import AVFoundation
import Combine
import PlayheadTestEnvironment
import Testing

@MainActor @Suite struct ElapsedTimeTests {
  /// Plays a file with the system's clock.
  @Test func aClientsPublisherReportsThePosition() async {
    let publisher = elapsedTimePublisher(
      of: URL(fileURLWithPath: Repository.sample("bbb_small.mp4")))
    let player = publisher.player
    var subscriptions = Set<AnyCancellable>()
    let times = await withCheckedContinuation { continuation in
      var times: [Double] = []
      publisher
        .filter { $0 > 0 }
        .prefix(2)
        .sink(
          receiveCompletion: { _ in continuation.resume(returning: times) },
          receiveValue: { times.append($0) }
        )
        .store(in: &subscriptions)
      player.play()
    }
    #expect(times.count == 2 && times[0] >= 0.25 && times[1] > times[0])
    #expect(await player.seek(to: .zero) && player.currentItem?.status == .readyToPlay)
  }
}
