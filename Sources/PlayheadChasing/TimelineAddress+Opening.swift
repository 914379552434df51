import PlayheadAttaching
import PlayheadServing
import PlayheadTimekeeping

extension TimelineAddress {
  /// Returns the source of the positions, if the number of their origin is accepted; `places` replace the address.
  package func makeSource(
    _ key: TimelineKey?, freewheel: Duration, clock: any HostClock,
    asking places: [TimelineAddress]? = nil,
    accepting isAccepted: @escaping @Sendable (UInt64) -> Bool = { _ in true }
  ) -> any PlayerSource {
    TimecodeSource("\(self)", .network, clock: clock) { bell, _ throws(SourceReport.Loss) in
      // A name may have addresses of both families, and the server only one address.
      var addresses = try receiving { try DatagramSocket.addresses(of: places ?? [self]) }
      var failure: SourceReport.Loss?
      func open() throws(SourceReport.Loss) -> (DatagramSocket, InputDescriptor, TimelineChaser) {
        while let address = addresses.popFirst() {
          do throws(SourceReport.Loss) {
            let socket = try receiving { try DatagramSocket(asking: address) }
            let chaser = TimelineChaser(
              client: .random(in: 1...UInt64.max), key: key, freewheel: freewheel, at: clock.now)
            return (socket, InputDescriptor(socket.descriptor, ending: bell), chaser)
          } catch { failure = failure ?? error }
        }
        throw failure ?? .failed("nobody serves a timeline there")
      }
      var (socket, descriptor, chaser) = try open()
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
        if let origin = chaser.origin, !isAccepted(origin) {
          let isLong = origin & TimelineOrigin.count == TimelineOrigin.count
          let others = isLong ? ", or too many others in between" : ""
          throw .failed("it follows this playhead\(others)")
        }
        if socket.isRefused, chaser.origin == nil {
          failure = failure ?? .failed("nobody serves a timeline there")
          (socket, descriptor, chaser) = try open()
        } else if !addresses.isEmpty, chaser.isUnanswered(at: clock.now) {
          // That it may have another key says more than that there is no server at another address.
          failure = chaser.silence
          (socket, descriptor, chaser) = try open()
        }
        if reports.isEmpty { reports = try chaser.settle(at: clock.now) }
        return (reports, next)
      }
    }
  }
}
