import PlayheadTesting
import PortableCombine
import Testing

@Suite struct HomePageTests {
  private typealias Row = HomePage.Row

  private let scheduler = ManualScheduler()
  private let catalogue: Catalogue
  private let reachable = PassthroughSubject<Void, Never>()
  private let foreground = PassthroughSubject<Void, Never>()

  init() {
    catalogue = Catalogue(on: scheduler)
    catalogue.topics = ["news", "sport"]
    catalogue.media = [
      "news": [0: ["n1", "n2"], 1: ["n3"], 2: ["n4"]], "sport": [0: ["s1"], 1: ["s2"]],
    ]
  }

  private func makePage() -> HomePage {
    HomePage(catalogue, reachable: reachable, foreground: foreground)
  }

  /// Advances the clock until one answer has arrived.
  private func wait() { scheduler.clock.advance(by: .milliseconds(100)) }

  private func loaded(news: [String]?, sport: [String]?) -> HomePage.State {
    .loaded([Row(topic: "news", media: news), Row(topic: "sport", media: sport)])
  }

  @Test func topicsAreLoadedBeforeTheirRows() {
    let page = makePage()
    #expect(page.state == .loading)
    wait()
    #expect(page.state == loaded(news: nil, sport: nil))
    wait()
    #expect(page.state == loaded(news: ["n1", "n2"], sport: ["s1"]))
    #expect(catalogue.requests == ["topics", "news 0", "sport 0"])
  }

  @Test func eachRowLoadsMoreIndependently() {
    let page = makePage()
    wait()
    wait()
    page.loadMore(of: "news")
    wait()
    #expect(page.state == loaded(news: ["n1", "n2", "n3"], sport: ["s1"]))
    #expect(catalogue.requests.last == "news 1")
  }

  @Test func aLaterPageThatFailsIsRetried() {
    let page = makePage()
    wait()
    wait()
    catalogue.media["news"]?[1] = nil
    page.loadMore(of: "news")
    wait()
    #expect(page.state == loaded(news: ["n1", "n2"], sport: ["s1"]))
    catalogue.media["news"]?[1] = ["n3"]
    page.loadMore(of: "news")
    wait()
    #expect(page.state == loaded(news: ["n1", "n2", "n3"], sport: ["s1"]))
  }

  @Test func aRowThatFailsDoesNotFailThePage() {
    catalogue.media["news"] = nil
    let page = makePage()
    wait()
    wait()
    #expect(page.state == loaded(news: nil, sport: ["s1"]))
  }

  @Test func aReloadShowsThePreviousContentWhileLoading() {
    let page = makePage()
    wait()
    wait()
    catalogue.media = ["sport": [0: ["s9"]]]
    page.reload()
    let before = loaded(news: ["n1", "n2"], sport: ["s1"])
    #expect(page.state == before)
    wait()
    #expect(page.state == before)
    wait()
    // The first row's list has failed, so it keeps its items.
    #expect(page.state == loaded(news: ["n1", "n2"], sport: ["s9"]))
  }

  @Test func aFailureLastsUntilTheNetworkIsReachable() {
    catalogue.topics = nil
    let page = makePage()
    wait()
    #expect(page.state == .failure)
    catalogue.topics = ["sport"]
    reachable.send(())
    #expect(page.state == .loading)
    wait()
    wait()
    #expect(page.state == .loaded([Row(topic: "sport", media: ["s1"])]))
    foreground.send(())
    wait()
    #expect(catalogue.requests.filter { $0 == "topics" }.count == 3)
  }

  @Test func withoutTopicsThePageIsEmpty() {
    catalogue.topics = []
    let page = makePage()
    wait()
    #expect(page.state == .loaded([]))
  }

  @Test func aReloadCancelsTheOneInProgress() {
    let page = makePage()
    scheduler.clock.advance(by: .milliseconds(50))
    page.reload()
    scheduler.clock.advance(by: .milliseconds(50))
    #expect(page.state == .loading)
    scheduler.clock.advance(by: .milliseconds(50))
    #expect(page.state != .loading)
    #expect(catalogue.requests.filter { $0 == "topics" }.count == 2)
  }

  @Test func changesArePublishedAndThePageIsReleased() {
    var changes = 0
    weak var released: HomePage?
    var cancellable: AnyCancellable?
    do {
      let page = makePage()
      released = page
      cancellable = page.objectWillChange.sink { changes += 1 }
      wait()
      wait()
    }
    #expect(changes >= 2)
    cancellable = nil
    #expect(released == nil)
    _ = cancellable
  }
}
