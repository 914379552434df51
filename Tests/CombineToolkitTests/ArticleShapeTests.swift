import CombineToolkit
import PlayheadTesting
import PortableCombine
import Testing

/// The home page and the search of Samuel Défago's "Declarative Reactive Programming with Combine",
/// function by function as in the article: each returns an `AnyPublisher`, and its body is one call
/// of the toolkit.
///
/// Differences from the article: the imports; services that a test answers instead of the network;
/// an error type; and the numbers of a row's pages, which the article omits.
private enum Article {
  struct Unreachable: Error {}

  struct Row: Equatable {
    let topic: String
    let media: [String]
  }

  enum State: Equatable {
    case loaded(rows: [Row])
    case failed
  }

  enum TriggerId: Hashable {
    case reload
    case loadMore(topicId: String)
  }

  // MARK: The home page

  static func topics() -> AnyPublisher<[String], Unreachable> {
    Just(["news", "sport"]).setFailureType(to: Unreachable.self).eraseToAnyPublisher()
  }

  static func media(for topic: String, page: Int) -> AnyPublisher<[String], Unreachable> {
    Just(["\(topic) \(page)"]).setFailureType(to: Unreachable.self).eraseToAnyPublisher()
  }

  static func medias(
    for topic: String, page: Int = 0, paginatedBy paginator: SignalTrigger.Signal
  ) -> AnyPublisher<[String], Unreachable> {
    media(for: topic, page: page)
      .map { media in
        Just(media).setFailureType(to: Unreachable.self)
          .append(
            medias(for: topic, page: page + 1, paginatedBy: paginator)
              .wait(untilOutputFrom: paginator))
      }
      .switchToLatest()
      .eraseToAnyPublisher()
  }

  static func row(for topic: String, trigger: SignalTrigger) -> AnyPublisher<Row, Never> {
    medias(
      for: topic,
      paginatedBy: trigger.signal(activatedBy: TriggerId.loadMore(topicId: topic))
    )
    .scan([]) { $0 + $1 }
    .map { Row(topic: topic, media: $0) }
    .replaceError(with: Row(topic: topic, media: []))
    .eraseToAnyPublisher()
  }

  static func state(trigger: SignalTrigger) -> AnyPublisher<State, Never> {
    Publishers.PublishAndRepeat(
      onOutputFrom: trigger.signal(activatedBy: TriggerId.reload)
    ) {
      topics()
        .map { topics in
          Publishers.AccumulateLatestMany(topics.map { row(for: $0, trigger: trigger) })
        }
        .switchToLatest()
        .map { State.loaded(rows: $0) }
        .replaceError(with: .failed)
    }
  }

  // MARK: The search

  static func results(
    for query: AnyPublisher<String, Never>, scheduler: ManualScheduler,
    find: @escaping (String) -> AnyPublisher<[String], Unreachable>
  ) -> AnyPublisher<[String], Never> {
    query.removeDuplicates()
      .debounce(for: 0.3, scheduler: scheduler)
      .map { text in
        text.isEmpty
          ? Just([]).eraseToAnyPublisher() : find(text).replaceError(with: []).eraseToAnyPublisher()
      }
      .switchToLatest()
      .eraseToAnyPublisher()
  }

  static func search(
    trigger: SignalTrigger, query: AnyPublisher<String, Never>, scheduler: ManualScheduler,
    find: @escaping (String) -> AnyPublisher<[String], Unreachable>
  ) -> AnyPublisher<[String], Never> {
    Publishers.PublishAndRepeat(onOutputFrom: trigger.signal(activatedBy: 1)) {
      results(for: query, scheduler: scheduler, find: find)
    }
  }

  // MARK: The smaller pieces

  static func published(onOutputFrom signal: SignalTrigger.Signal) -> AnyPublisher<Int, Unreachable>
  {
    Publishers.Publish(onOutputFrom: signal) {
      Just(1).setFailureType(to: Unreachable.self)
    }
  }

  static func latest(
    of first: AnyPublisher<Int, Never>, _ second: AnyPublisher<Int, Never>
  ) -> AnyPublisher<[Int], Never> {
    Publishers.AccumulateLatestMany(first, second)
  }
}

@Suite struct ArticleShapeTests {
  @Test func theHomePageLoadsMoreAndReloads() {
    let trigger = SignalTrigger()
    let recorder = RecordingSubscriber<Article.State, Never>()
    Article.state(trigger: trigger).subscribe(recorder)
    let first = [
      Article.Row(topic: "news", media: ["news 0"]),
      Article.Row(topic: "sport", media: ["sport 0"]),
    ]
    #expect(recorder.values == [.loaded(rows: first)])
    trigger.activate(for: Article.TriggerId.loadMore(topicId: "news"))
    let more = Article.Row(topic: "news", media: ["news 0", "news 1"])
    #expect(recorder.values.last == .loaded(rows: [more, first[1]]))
    trigger.activate(for: Article.TriggerId.reload)
    #expect(recorder.values.last == .loaded(rows: first))
  }

  @Test func theSearchWaitsUntilTypingStops() {
    let scheduler = ManualScheduler()
    let (trigger, query) = (SignalTrigger(), CurrentValueSubject<String, Never>(""))
    let recorder = RecordingSubscriber<[String], Never>()
    Article.search(
      trigger: trigger, query: query.eraseToAnyPublisher(), scheduler: scheduler
    ) { Just([$0]).setFailureType(to: Article.Unreachable.self).eraseToAnyPublisher() }
    .subscribe(recorder)
    query.send("a")
    query.send("ab")
    scheduler.clock.advance(by: .milliseconds(300))
    #expect(recorder.values == [["ab"]])
    trigger.activate(for: 1)
    scheduler.clock.advance(by: .milliseconds(300))
    #expect(recorder.values == [["ab"], ["ab"]])
  }

  @Test func eachFunctionHasTheArticlesType() {
    let trigger = SignalTrigger()
    let index: SignalTrigger.Index = 2
    let published = RecordingSubscriber<Int, Article.Unreachable>()
    Article.published(onOutputFrom: trigger.signal(activatedBy: index)).subscribe(published)
    trigger.activate(for: index)
    #expect(published.values == [1])
    let latest = RecordingSubscriber<[Int], Never>()
    Article.latest(of: Just(1).eraseToAnyPublisher(), Just(2).eraseToAnyPublisher())
      .subscribe(latest)
    #expect(latest.values == [[1, 2]])
  }
}
