import PlayheadCore
import PlayheadTimekeeping

/// The properties of the current item, which the player and its media report.
extension AttachmentMachine {
  /// Describes the item again, because the player or the media has reported more.
  mutating func describeItem() {
    item = facts?.item.map { AttachedItem($0) }
    if var item {
      media.describe(&item)
      self.item = item
    }
  }

  /// Publishes the current description of the item.
  mutating func publishDescription(_ item: AttachedItem, at now: HostInstant) {
    guard stage != .absent else { return }
    events.append(.described(item))
    if let notice = media.noticeDuration(ofPlayer: facts?.item?.duration) {
      events.append(.noticed(notice))
    }
    if item.duration != last?.duration || media.chapters(of: item) != last?.chapters {
      correct(at: now)
    }
  }

  /// Applies a report about the media of an item. One about another item is ignored.
  mutating func receive(_ report: ObservedMediaReport, of identity: String, at now: HostInstant) {
    guard !isOver, identity == item?.identity else { return }
    if let notice = media.receive(report) { events.append(.noticed(notice)) }
    describeItem()
    if let item { publishDescription(item, at: now) }
  }
}
