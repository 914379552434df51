import PlayheadArguments
import PlayheadOutputs
import PlayheadServing

extension TimelineServer {
  /// Closes the server, and prints how many datagrams were dropped, if any could not be read.
  package func finish() {
    close()
    let dropped = dropped
    if dropped.unreadable == 0 { return }
    Messages.say(
      "--serve: dropped \(dropped.unreadable) datagrams that were damaged, without its key "
        + "or from another version of playhead, and \(dropped.repeated) that were repeated or late")
  }
}

/// Options that offer the timeline to other machines.
extension PlayOptions {
  /// Where the timeline is offered.
  package struct Serving {
    package var address: TimelineAddress?
    /// The key of the server here, and of the one that is followed.
    package var key: TimelineKey?

    /// Opens the server; nil if the timeline is not offered.
    package func makeServer() throws(FileFailure) -> TimelineServer? {
      guard let address else { return nil }
      do throws(TimelineFailure) {
        return try TimelineServer(at: address, key: key)
      } catch { throw FileFailure(message: "--serve: \(error)") }
    }
  }

  package static let servingOptions: [PlayOption] = [
    .value(
      nil, "serve", "PLACE", "offer the position to other machines: [ADDRESS:]PORT",
      \.serving.address, .servingPlace
    ) { TimelineAddress(place: $0) },
    .value(nil, "key", "FILE", "the secret that --serve and playhead:// share", \.serving.key, .key)
    { TimelineKey(path: $0) },
  ]

  /// Refuses options of serving without effect. The key may be that of the server that is followed.
  package func checkServing(following leader: TimelineAddress? = nil) throws(UsageError) {
    if serving.key != nil, serving.address == nil, leader == nil {
      throw .missing("--serve", requiredBy: "--key")
    }
    // It would follow itself.
    if let leader, let address = serving.address, leader.isServed(at: address) {
      throw .conflict("--serve", with: "\(leader)")
    }
    if serving.address != nil, isInstant { throw .conflict("--serve", with: instantName) }
  }
}
