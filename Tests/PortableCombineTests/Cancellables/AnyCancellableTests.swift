import PlayheadTesting
import PortableCombine
import Testing

@Suite struct AnyCancellableTests {
  @Test func runsItsActionOnce() {
    var count = 0
    do {
      let cancellable = AnyCancellable { count += 1 }
      cancellable.cancel()
      cancellable.cancel()
      #expect(count == 1)
    }
    #expect(count == 1)
  }

  @Test func endsWhatItOwnsWhenReleased() {
    var count = 0
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    AnyCancellable { count += 1 }.store(in: &set)
    AnyCancellable { count += 1 }.store(in: &array)
    #expect(count == 0)
    set = []
    array = []
    #expect(count == 2)
  }

  @Test func releasesItsActionOutsideItsLock() {
    var releases = 0
    var cancellable: AnyCancellable?
    do {
      let canary = Canary()
      canary.onRelease = {
        releases += 1
        cancellable?.cancel()
      }
      cancellable = AnyCancellable { canary.touch() }
    }
    #expect(releases == 0)
    cancellable?.cancel()
    #expect(releases == 1)
  }
}
