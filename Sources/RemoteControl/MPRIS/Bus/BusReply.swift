/// A reply to a call.
enum BusReply: Hashable, Sendable {
  case values([BusValue])
  case error(BusCallError)
}
