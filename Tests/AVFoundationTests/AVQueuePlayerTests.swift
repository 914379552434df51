@testable import AVFoundation
import Testing

@Suite struct AVQueuePlayerTests {
  private let stage = Stage()

  @Test func itemsPlayInOrderWithoutAGapAndLeaveTheQueue() {
    let items = [25, 50, 25].map { stage.item(frames: $0) }
    let player = stage.queue(items)
    let ends = Ends()
    #expect(player.items() == items && player.currentItem === items[0])
    player.play()
    stage.advance(1_250)
    #expect(player.items() == Array(items[1...]) && player.currentTime().seconds == 0.25)
    stage.advance(3_000)
    #expect(ends.items.filter(items.contains) == items)
    #expect(player.currentItem == nil && player.items() == [] && player.rate == 1)
    #expect(items[0].currentTime().seconds == 1 && items[0].status == .readyToPlay)
  }

  @Test func anItemThatWasPlayedCanBeInsertedAgain() {
    let item = stage.item()
    let player = stage.queue([item])
    let ends = Ends(of: item)
    player.play()
    stage.advance(1_500)
    #expect(player.canInsert(item, after: nil))
    item.seek(to: .zero, completionHandler: nil)
    #expect(item.currentTime() == .zero)
    player.insert(item, after: nil)
    #expect(player.items() == [item] && !player.canInsert(item, after: nil))
    stage.advance(1_500)
    #expect(ends.items == [item, item])
  }

  @Test func anItemCanBeInsertedAgainWhenItsEndIsNotified() {
    let item = stage.item()
    let player = stage.queue([item])
    let ends = Ends(of: item) { item in
      item.seek(to: .zero, completionHandler: nil)
      player.insert(item, after: nil)
    }
    player.play()
    stage.advance(3_500)
    #expect(ends.items.count == 3 && player.currentItem === item)
    #expect(player.currentTime().seconds == 0.5)
  }

  @Test func anItemIsNotLostIfChangesArePublishedWhileItIsInserted() {
    let player = stage.make { PublishingPlayer() }
    let items = [stage.item(), stage.item()]
    for item in items { player.insert(item, after: nil) }
    #expect(player.items() == items && player.currentItem === items[0])
    stage.advance()
  }

  @Test func itemsAreInsertedRemovedAndReplaced() {
    let items = (0..<4).map { _ in stage.item() }
    let player = stage.queue([items[0], items[1]])
    player.insert(items[2], after: items[0])
    #expect(player.items() == [items[0], items[2], items[1]])
    player.remove(items[2])
    player.advanceToNextItem()
    #expect(player.items() == [items[1]])
    player.replaceCurrentItem(with: items[3])
    #expect(player.items() == [items[3]] && player.currentItem === items[3])
    player.removeAllItems()
    #expect(player.items() == [] && player.currentItem == nil)
    stage.advance()
  }

  @Test func aLooperRepeatsAPartUntilItIsDisabled() {
    let (player, template) = (stage.queue([stage.item()]), stage.item(frames: 50))
    let range = CMTimeRange(
      start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1))
    let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: range)
    let ends = Ends()
    var counts: [Int] = []
    let subscription = looper.publisher(for: \.loopCount).sink { counts.append($0) }
    #expect(player.items() == looper.loopingPlayerItems && looper.status == .unknown)
    player.play()
    stage.advance(2_250)
    #expect(player.currentTime().seconds == 0.75 && looper.status == .ready && counts == [0, 1, 2])
    looper.disableLooping()
    stage.advance(1_500)
    #expect(looper.status == .cancelled && player.currentItem == nil)
    #expect(ends.items.filter(looper.loopingPlayerItems.contains).count == 1)
    withExtendedLifetime(subscription) {}
  }
}

/// A player whose volume, which is read while an item is inserted, publishes changes as another thread may.
private final class PublishingPlayer: AVQueuePlayer, @unchecked Sendable {
  override var volume: Float {
    get {
      publishChanges()
      return super.volume
    }
    set { super.volume = newValue }
  }
}
