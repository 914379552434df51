import AVFoundation
import AVKit
import Audio
import Combine
import CombineToolkit
import CoreMedia.CMSync
import Dispatch
import Foundation
import Locking
import Media
import MediaPlayer
import PlayheadKit
import PlayheadTesting
import PortableCombineFoundation
import Testing

/// Names that are short or common, beside the modules that programs and their tests import.
@Suite struct NameTests {
  private struct Names {
    var track: MediaTrack?
    var mediaTag: MediaTag?
    var testTag: Tag?
    var program: MediaProgram?
    var activity: TrackActivity?
    var stall: PlaybackStall?
    var routine: (any HostRoutine)?
    var trigger: SignalTrigger?
    var list: PagedList<Int, [Int], Just<ListPage<[Int], Int>>>?
    var timer: Foundation.Timer?
    var time: MediaTime?
    var timeline: Timeline?
    var rate: Rate?
    var schedule: Schedule?
    var boundary: Boundary?
    var finding: Finding?
    var chapter: Chapter?
    var frame: PresentedFrame?
    var player: Player?
    var cancellable: AnyCancellable?
    var fake: FakeMedia?
    var apples: AVPlayer?
    var center: MPNowPlayingInfoCenter?
  }

  @Test func noNameIsAmbiguous() {
    #expect(Names().testTag == nil)
  }

  @Test func targetsOfThePackageHaveCommonNames() {
    #expect([Media.name, Audio.name, Locking.name] == ["Media", "Audio", "Locking"])
  }
}
