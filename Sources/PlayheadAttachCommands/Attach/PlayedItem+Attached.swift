import PlayheadAttaching
import PlayheadMedia
import PlayheadRecords

extension PlayedItem {
  /// Creates an item of another player, whose names for it may be any text.
  init(_ item: AttachedItem, of player: String, number: Int, timecodeRate rate: FrameRate? = nil) {
    let place = item.index.map { $0 + 1 }
    self.init(
      file: item.location ?? item.title ?? player, number: place ?? number,
      of: item.count ?? place ?? number, title: item.title)
    describe(item, timecodeRate: rate)
  }

  /// Changes the properties that the player reports, or that its media has.
  mutating func describe(_ item: AttachedItem, timecodeRate rate: FrameRate?) {
    if let media = item.media { describe(media, timecodeRate: rate) }
    if let rate = item.timecodeRate, item.media == nil { describe(rate) }
    describe(title: item.title ?? title, item.chapters)
    if let index = item.index { setNumber(index + 1, of: max(item.count ?? 0, index + 1)) }
  }
}
