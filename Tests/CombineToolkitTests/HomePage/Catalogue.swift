import CombineToolkit
import PlayheadTesting
import PortableCombine

/// A service that delivers topics and their media after 0.1 s. A test sets the answers.
final class Catalogue {
  struct Unreachable: Error, Equatable {}

  /// The topics. If nil, requests for them fail.
  var topics: [String]? = []
  /// The pages of each topic's media. Requests for a missing page fail.
  var media: [String: [Int: [String]]] = [:]
  /// The requests received, in order.
  private(set) var requests: [String] = []
  private let scheduler: ManualScheduler

  init(on scheduler: ManualScheduler) { self.scheduler = scheduler }

  func loadTopics() -> AnyPublisher<[String], Unreachable> {
    answer("topics") { $0.topics }
  }

  func loadMedia(of topic: String, page: Int) -> AnyPublisher<ListPage<[String], Int>, Unreachable>
  {
    answer("\(topic) \(page)") { catalogue in
      let pages = catalogue.media[topic] ?? [:]
      return pages[page].map { ListPage(items: $0, next: pages[page + 1] == nil ? nil : page + 1) }
    }
  }

  private func answer<Answer>(
    _ request: String, _ find: @escaping (Catalogue) -> Answer?
  ) -> AnyPublisher<Answer, Unreachable> {
    Deferred {
      self.requests.append(request)
      return Just(()).delay(for: 0.1, scheduler: self.scheduler)
        .setFailureType(to: Unreachable.self)
        .flatMap { () -> AnyPublisher<Answer, Unreachable> in
          guard let answer = find(self) else {
            return Fail(error: Unreachable()).eraseToAnyPublisher()
          }
          return Just(answer).setFailureType(to: Unreachable.self).eraseToAnyPublisher()
        }
    }.eraseToAnyPublisher()
  }
}
