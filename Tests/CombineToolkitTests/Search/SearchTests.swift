import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SearchTests {
  private final class Index {
    var requests: [String] = []
    var isReachable = true
  }

  private let scheduler = ManualScheduler()
  private let index = Index()

  /// Returns a search that answers after 0.1 s with the query itself.
  private func makeSearch() -> Search {
    Search(on: scheduler) { [scheduler, index] query, settings in
      index.requests.append("\(query) \(settings.isSortedByName)")
      return Just(query).delay(for: 0.1, scheduler: scheduler)
        .tryMap { query in
          guard index.isReachable else { throw Search.Unreachable() }
          return [query]
        }
        .mapError { _ in Search.Unreachable() }
    }
  }

  private func wait(milliseconds: Int) { scheduler.clock.advance(by: .milliseconds(milliseconds)) }

  @Test func searchesWhenTypingPauses() {
    let search = makeSearch()
    for query in ["c", "co", "cof"] {
      search.query = query
      wait(milliseconds: 299)
    }
    #expect(index.requests.isEmpty)
    wait(milliseconds: 1)
    #expect(search.state == .loading)
    wait(milliseconds: 100)
    #expect(search.state == .loaded(["cof"]))
    #expect(index.requests == ["cof false"])
  }

  @Test func anUnchangedQueryIsNotRepeated() {
    let search = makeSearch()
    search.query = "a"
    wait(milliseconds: 400)
    search.query = "a"
    search.settings = Search.Settings()
    wait(milliseconds: 400)
    #expect(index.requests == ["a false"])
    search.settings.isSortedByName = true
    wait(milliseconds: 400)
    #expect(index.requests == ["a false", "a true"])
  }

  @Test func aNewQueryCancelsTheOneInProgress() {
    let search = makeSearch()
    search.query = "a"
    wait(milliseconds: 300)
    #expect(search.state == .loading)
    search.query = ""
    // The answer arrives before the new query is due.
    wait(milliseconds: 100)
    #expect(search.state == .loaded(["a"]))
    wait(milliseconds: 200)
    #expect(search.state == .idle)
    search.query = "b"
    wait(milliseconds: 300)
    search.query = "c"
    wait(milliseconds: 50)
    search.reload()
    wait(milliseconds: 250)
    #expect(search.state == .loading)
    wait(milliseconds: 150)
    #expect(search.state == .loaded(["c"]))
  }

  @Test func anErrorDoesNotEndTheSearch() {
    let search = makeSearch()
    index.isReachable = false
    search.query = "a"
    wait(milliseconds: 400)
    #expect(search.state == .failure)
    index.isReachable = true
    search.reload()
    wait(milliseconds: 400)
    #expect(search.state == .loaded(["a"]))
    search.query = "b"
    wait(milliseconds: 400)
    #expect(search.state == .loaded(["b"]))
  }
}
