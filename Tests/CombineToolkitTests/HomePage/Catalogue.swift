import CombineToolkit
import PlayheadTesting
import PortableCombine

/// A service of topics and their media, a tenth of a second away, whose answers a test writes down.
final class Catalogue {
  struct Unreachable: Error, Equatable {}

  /// The topics; nil fails.
  var topics: [String]? = []
  /// The pages of each topic's media; a page that is not there fails.
  var media: [String: [Int: [String]]] = [:]
  /// What was asked for, in order.
  private(set) var requests: [String] = []
  private let scheduler: ManualScheduler

  init(on scheduler: ManualScheduler) { self.scheduler = scheduler }

  func loadTopics() -> AnyPublisher<[String], Unreachable> {
    answer("topics") { $0.topics }
  }

  func loadMedia(of topic: String, page: Int) -> AnyPublisher<Page<[String], Int>, Unreachable> {
    answer("\(topic) \(page)") { catalogue in
      let pages = catalogue.media[topic] ?? [:]
      return pages[page].map { Page(items: $0, next: pages[page + 1] == nil ? nil : page + 1) }
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
