import CombineToolkit
import PlayheadTesting
import PortableCombine

/// The view model of a search while typing, from Samuel Défago's article.
final class Search: ObservableObject {
  enum State: Equatable {
    case idle
    case loading
    case loaded([String])
    case failure
  }

  struct Settings: Equatable {
    var isSortedByName = false
  }

  struct Unreachable: Error {}

  private enum TriggerId: Hashable { case reload }

  @Published var query = ""
  @Published var settings = Settings()
  @Published private(set) var state = State.idle
  private let trigger = SignalTrigger()

  init<Results: Publisher>(
    on scheduler: ManualScheduler, find: @escaping (String, Settings) -> Results
  ) where Results.Output == [String], Results.Failure == Unreachable {
    Publishers.PublishAndRepeat(onOutputFrom: trigger.signal(activatedBy: TriggerId.reload)) {
      [$query, $settings] in
      Publishers.CombineLatest($query, $settings)
        .removeDuplicates { $0 == $1 }
        .debounce(for: 0.3, scheduler: scheduler)
        .map { query, settings -> AnyPublisher<State, Never> in
          if query.isEmpty { return Just(.idle).eraseToAnyPublisher() }
          return find(query, settings)
            .map { State.loaded($0) }
            .replaceError(with: .failure)
            .prepend(.loading)
            .eraseToAnyPublisher()
        }
        .switchToLatest()
    }
    .assign(to: &$state)
  }

  /// Repeats the search for the current query.
  func reload() { trigger.activate(for: TriggerId.reload) }
}
