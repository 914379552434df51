import Foundation
import PlayheadTesting
import PortableCombine
import PortableCombineFoundation

extension InterleavingRow {
  /// The publishers of PortableCombineFoundation that one call after another can drive. `URLSession`
  /// publishes on its own threads.
  static let foundation: [InterleavingRow] = [
    InterleavingRow("NotificationCenter", upstreams: 2, .each) { upstreams, _ in
      Deferred {
        let center = NotificationCenter()
        let name = Notification.Name("token")
        let tokens = center.publisher(for: name).compactMap { $0.object as? Token }
          .buffer(size: 1000, prefetch: .keepFull, whenFull: .dropOldest)
          .setFailureType(to: ContractRow.Failure.self)
        return tokens.connected {
          upstreams.map { upstream in
            upstream.sink(
              receiveCompletion: { _ in },
              receiveValue: { center.post(name: name, object: $0) })
          }
        }
      }
      .erased
    }.withoutCompletion,
    // The timer does not fire: it starts and stops.
    InterleavingRow("TimerPublisher", upstreams: 0) { _, _ in
      Timer.publish(every: 1_000_000, on: .main, in: .common).autoconnect()
        .map { _ in 0 }.setFailureType(to: ContractRow.Failure.self).erased
    }.withoutCompletion.twice,
  ]
}
