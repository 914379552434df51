import PlayheadAttaching
import PlayheadServing
import PlayheadTimekeeping

extension TimelineAddress {
  /// Returns the source of the positions, which asks nobody yet, for a server that offers them further.
  package func makeSource(
    _ key: TimelineKey?, freewheel: Duration, clock: any HostClock,
    for server: TimelineServer? = nil
  ) -> any PlayerSource {
    TimecodeSource("\(self)", .network, clock: clock) {
      [weak server] bell, _ throws(SourceReport.Loss) in
      func open(_ number: Int) throws(SourceReport.Loss) -> (DatagramSocket, InputDescriptor) {
        let opened = try receiving { try DatagramSocket(asking: self, number: number) }
        guard let opened else { throw .failed("nobody serves a timeline there") }
        return (opened, InputDescriptor(opened.descriptor, ending: bell))
      }
      var (socket, descriptor) = try open(0)
      var number = 0
      var chaser = TimelineChaser(
        client: .random(in: 1...UInt64.max), key: key, freewheel: freewheel, at: clock.now)
      return { () throws(SourceReport.Loss) in
        if let question = chaser.question(at: clock.now) { socket.send(question) }
        var reports: [SourceReport] = []
        let next = try descriptor.receive(until: chaser.deadline, on: clock) {
          () throws(SourceReport.Loss) in
          guard let (bytes, _) = socket.receive() else { return false }
          chaser.receive(bytes, at: clock.now, system: SystemTime.read(by: clock))
          // An end and the next item may have been sent at once. The end of the timeline waits for its turn.
          guard let found = try? chaser.settle(at: clock.now) else { return false }
          reports += found
          return true
        }
        if let origin = chaser.origin, server?.follow(origin: origin) == false {
          throw .failed("it follows this playhead")
        }
        if socket.isRefused, chaser.origin == nil {
          // A name may have addresses of both families, and the server only one of them.
          number += 1
          (socket, descriptor) = try open(number)
        }
        if reports.isEmpty { reports = try chaser.settle(at: clock.now) }
        return (reports, next)
      }
    }
  }
}
