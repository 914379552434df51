import CombineToolkit
import PortableCombine

/// The view model of a page with a row of media for each topic, from Samuel Défago's article.
final class HomePage: ObservableObject {
  enum State: Equatable {
    case loading
    case loaded([Row])
    case failure
  }

  struct Row: Equatable {
    let topic: String
    /// The media of the row. If nil, placeholders are shown.
    let media: [String]?
  }

  private enum TriggerId: Hashable {
    case reload
    case loadMore(topicId: String)
  }

  @Published private(set) var state = State.loading
  private let trigger = SignalTrigger()

  /// - Parameters:
  ///   - reachable: Sends when the network is reachable again.
  ///   - foreground: Sends when the page becomes visible again.
  init(
    _ catalogue: Catalogue, reachable: PassthroughSubject<Void, Never>,
    foreground: PassthroughSubject<Void, Never>
  ) {
    let reload = Publishers.MergeMany(
      trigger.signal(activatedBy: TriggerId.reload), reachable.eraseToAnyPublisher(),
      foreground.eraseToAnyPublisher())
    Publishers.PublishAndRepeat(onOutputFrom: reload) { [weak self, trigger] in
      let shown = self?.rows ?? [:]
      return catalogue.loadTopics()
        .map { topics in
          Publishers.AccumulateLatestMany(
            topics.map { Self.row(of: $0, showing: shown[$0], catalogue, trigger) })
        }
        .switchToLatest()
        .map { State.loaded($0) }
        .replaceError(with: .failure)
        .prepend(shown.isEmpty ? [.loading] : [])
    }
    .assign(to: &$state)
  }

  func reload() { trigger.activate(for: TriggerId.reload) }

  func loadMore(of topic: String) { trigger.activate(for: TriggerId.loadMore(topicId: topic)) }

  private var rows: [String: [String]] {
    guard case .loaded(let rows) = state else { return [:] }
    return Dictionary(rows.map { ($0.topic, $0.media ?? []) }) { first, _ in first }
      .filter { !$0.value.isEmpty }
  }

  /// Returns a row that never fails: while its list loads, or if that fails, it shows its previous
  /// media.
  private static func row(
    of topic: String, showing media: [String]?, _ catalogue: Catalogue, _ trigger: SignalTrigger
  ) -> AnyPublisher<Row, Never> {
    PagedList(startingAt: 0) { catalogue.loadMedia(of: topic, page: $0) }
      .paginated(by: trigger.signal(activatedBy: TriggerId.loadMore(topicId: topic)))
      .scan([]) { $0 + $1 }
      .map { Row(topic: topic, media: $0) }
      .replaceError(with: Row(topic: topic, media: media))
      .prepend(Row(topic: topic, media: media))
      .eraseToAnyPublisher()
  }
}
