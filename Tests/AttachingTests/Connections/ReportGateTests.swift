import Dispatch
import PlayheadAttaching
import PlayheadLocking
import Testing

@Suite struct ReportGateTests {
  @Test func closingWaitsForTheReportThatIsHandedOver() {
    let gate = ReportGate()
    let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let events = Locked<[String]>([])
    let isOpen = gate.open { _ in
      entered.signal()
      mayLeave.wait()
      events.withLock { $0.append("report") }
    }
    #expect(isOpen)
    let delivered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      gate.deliver([.lost(.closed), .lost(.closed)])
      delivered.signal()
    }
    entered.wait()
    let closed = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      gate.close()
      events.withLock { $0.append("closed") }
      closed.signal()
    }
    while !gate.isClosed {}
    mayLeave.signal()
    closed.wait()
    delivered.wait()
    #expect(events.withLock { $0 } == ["report", "closed"])
  }

  @Test func aGateIsOpenedOnce() {
    let gate = ReportGate()
    #expect(gate.open { _ in })
    #expect(!gate.open { _ in })
    gate.close()
    gate.close()
    #expect(!gate.open { _ in })
  }
}
