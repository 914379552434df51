import PlayheadTesting
import PortableCombine
import Testing

@Suite struct DeferredTests {
  @Test func makesAPublisherForEachSubscriber() {
    var made = 0
    let deferred = Deferred { () -> Just<Int> in
      made += 1
      return Just(made)
    }
    #expect(made == 0)
    #expect(deferred.recorded().values == [1])
    #expect(deferred.recorded().values == [2])
  }
}
