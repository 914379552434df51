import PlayheadMedia
import Synchronization
import Testing

@Suite struct InterruptionTests {
  @Test func aHandlerForTheDurationOfACallIsRemovedAfterIt() {
    let interruption = Interruption()
    let count = Atomic(0)
    for _ in 0..<1_000 {
      interruption.onInterrupt {
        count.add(1, ordering: .relaxed)
      } during: {
        #expect(interruption.handlerCount == 1)
      }
    }
    #expect(interruption.handlerCount == 0)
    interruption.onInterrupt {
      count.add(1, ordering: .relaxed)
    } during: {
      interruption.interrupt()
    }
    #expect(count.load(ordering: .relaxed) == 1)
    // After the interruption, a handler runs at once.
    interruption.onInterrupt {
      count.add(1, ordering: .relaxed)
    } during: {
      #expect(count.load(ordering: .relaxed) == 2)
    }
    #expect(interruption.handlerCount == 0)
  }
}
