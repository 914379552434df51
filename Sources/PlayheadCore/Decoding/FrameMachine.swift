import PlayheadMedia
import PortableCombine
import PlayheadTimekeeping

/// Decides which packets are decoded, which frames are dropped, which subscriber gets which frame,
/// and when the next frame is due.
///
/// It has no threads, timers or lock. The feed of a `PlaybackMachine` sends it `FeedEvent`s; the
/// machine itself has the playhead's position. Decoding never delays the playhead. Dropped packets and
/// frames are collected in `pendingRelease`, to be released without a lock.
struct FrameMachine {
  /// The pass to which the next packets belong. `isAtEnd`: whether all packets of that pass have come.
  private enum Reading {
    case currentPass(isAtEnd: Bool)
    /// The next pass of a loop. All packets of the current pass have come if `isCurrentAtEnd`.
    case nextPass(isAtEnd: Bool, isCurrentAtEnd: Bool)

    var isCurrentAtEnd: Bool {
      switch self {
      case .currentPass(let isAtEnd), .nextPass(_, let isAtEnd): isAtEnd
      }
    }

    var isNextAtEnd: Bool { if case .nextPass(true, _) = self { true } else { false } }

    mutating func end() {
      switch self {
      case .currentPass: self = .currentPass(isAtEnd: true)
      case .nextPass(_, let isCurrentAtEnd):
        self = .nextPass(isAtEnd: true, isCurrentAtEnd: isCurrentAtEnd)
      }
    }
  }

  private(set) var tracks: [FrameTrack] = []
  var listeners: [ObjectIdentifier: FrameListener] = [:]
  var counts = FrameCounts()
  /// The position of the last start or seek: earlier frames are not presented.
  private var origin = MediaTime.zero
  private var reading = Reading.currentPass(isAtEnd: false)
  /// Whether the worker waits for packets.
  private(set) var isStarved = false
  private var pendingRelease: [Any] = []

  /// Whether the last packet of a pass has come.
  var hasReachedEnd: Bool { reading.isCurrentAtEnd || reading.isNextAtEnd }

  mutating func decode(_ tracks: [FrameTrack]) {
    self.tracks = tracks
  }

  mutating func removePendingRelease() -> [Any] {
    defer { pendingRelease = [] }
    return pendingRelease
  }

  mutating func removeAll() {
    pendingRelease += [tracks]
    tracks = []
  }

  /// Applies the feed's events, in order.
  mutating func follow(_ events: [FeedEvent]) {
    for event in events {
      switch event {
      case .restarted(let position):
        (origin, reading) = (position, .currentPass(isAtEnd: false))
        for index in tracks.indices { drop(tracks[index].restart()) }
      case .jumped(let position):
        origin = position
        for index in tracks.indices { drop(tracks[index].jump(to: position)) }
      case .nextPassBegan(let range):
        reading = .nextPass(isAtEnd: false, isCurrentAtEnd: reading.isCurrentAtEnd)
        for index in tracks.indices { drop(tracks[index].beginNextPass(range)) }
      case .nextPassAbandoned:
        reading = .currentPass(isAtEnd: false)
        for index in tracks.indices { drop(tracks[index].abandonNextPass()) }
      case .wrapped(let position):
        (origin, reading) = (position, .currentPass(isAtEnd: reading.isNextAtEnd))
        for index in tracks.indices { enterNextPass(index, at: position) }
      case .ended: reading.end()
      }
    }
  }

  private mutating func drop(_ dropped: ([any EncodedPacket], [PresentedFrame])) {
    pendingRelease += dropped.0
    pendingRelease += dropped.1
  }

  /// Enters the next pass of a loop.
  private mutating func enterNextPass(_ index: Int, at origin: MediaTime) {
    let start = tracks[index].next?.start
    let past = tracks[index].frames.entries
    pendingRelease += tracks[index].enterNextPass()
    releasePast(past, index)
    if start != origin { drop(tracks[index].jump(to: origin)) }
  }

  /// Adds the payload of a packet. Returns whether the worker waits for it.
  mutating func append(
    _ payload: any EncodedPacket, _ packet: PacketTiming, at presentation: Range<Int64>?,
    zero: MediaTime
  ) -> Bool {
    guard let index = tracks.firstIndex(where: { $0.track.index == packet.track }) else {
      pendingRelease.append(payload)
      return false
    }
    pendingRelease += tracks[index].append(payload, packet, at: presentation, zero: zero)
    return isStarved
  }

  /// Returns the next action of the worker that decodes.
  mutating func nextStep(_ playback: borrowing PlaybackMachine, at now: HostInstant) -> DecodingStep
  {
    if playback.isClosed { return .close }
    // The target of the playhead is not known yet: it may be an earlier frame.
    isStarved = playback.isFindingFrame
    if isStarved { return .wait(until: nil) }
    let position = playback.position(at: now)
    let isMoving = playback.isMoving
    var chosen: Int?
    var refill: MediaTime?
    for index in tracks.indices {
      removePast(index, at: position, isMoving: isMoving)
      if isMoving {
        pendingRelease += tracks[index].catchUp(
          with: position.nanoseconds(rounding: .down), origin: origin.nanoseconds(rounding: .up),
          rate: playback.movingRate)
      }
      tracks[index].advanceToNextPass()
      if !tracks[index].frames.hasRoom(before: tracks[index].next?.frames) {
        let position = tracks[index].frames.refillPosition(before: tracks[index].next?.frames)
        refill = [refill, position].compactMap(\.self).min()
      } else if !tracks[index].hasWork(
        isAtEnd: reading.isCurrentAtEnd, isNextAtEnd: reading.isNextAtEnd)
      {
        isStarved = true
      } else if chosen.map({ tracks[index].progress < tracks[$0].progress }) ?? true {
        chosen = index
      }
    }
    counts.skipped = tracks.reduce(0) { $0 + $1.skippedCount }
    if let chosen {
      let origin = origin.nanoseconds(rounding: .down)
      return .decode(tracks[chosen].makeWork(index: chosen, origin: origin, at: now))
    }
    return .wait(until: isMoving ? refill.flatMap(playback.instant(of:)) : nil)
  }

  /// Records a decoded frame, and returns the subscriptions that wait for it. The playhead must be settled at `now`.
  mutating func decoded(
    _ frame: DecodedFrame?, of work: DecodingWork, damagedPacketCount: Int,
    _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> [ObjectIdentifier] {
    guard tracks.indices.contains(work.index) else { return [] }
    counts.corrupt += tracks[work.index].decoder.finish(
      work, damagedPacketCount: damagedPacketCount, at: now)
    if let frame {
      counts.decoded += 1
      if frame.isCorrupt { counts.corrupt += 1 }
      pendingRelease.append(frame)
    }
    guard tracks[work.index].decoder.epoch == work.epoch else { return [] }
    guard let frame else {
      tracks[work.index].decoder.becomeEmpty()
      return []
    }
    guard let presented = tracks[work.index].decoder.present(frame, zero: playback.zero) else {
      return []
    }
    if tracks[work.index].isDecodingNext {
      tracks[work.index].presentAhead(presented)
      return []
    }
    guard presented.position >= origin else { return [] }
    if let packets = tracks[work.index].advanceToNextPass(insteadOf: presented) {
      pendingRelease += packets
      return []
    }
    if let resumption = tracks[work.index].resumption, presented.position <= resumption {
      return []
    }
    // At the end of the media, the last frame is the present one.
    let position = playback.position(at: now)
    let isOver = playback.isMoving ? presented.end <= position : presented.end < position
    if isOver, presented.duration > .zero, !tracks[work.index].awaitsOpening {
      counts.late += 1
      tracks[work.index].decoder.isBehind = true
      return []
    }
    tracks[work.index].present(presented)
    return listeners.filter { $0.value.isStarved && $0.value.takes(frame.timing.track) }.map(\.key)
  }

  /// Removes the frames of a track that have ended.
  mutating func removePast(_ index: Int, at position: MediaTime, isMoving: Bool) {
    releasePast(tracks[index].frames.removePast(at: position, isMoving: isMoving), index)
  }

  /// Releases frames that have ended. Those with demand that were not published are counted as late.
  private mutating func releasePast(_ past: [FrameQueue.Entry], _ index: Int) {
    if past.isEmpty { return }
    let track = tracks[index].track.index
    for entry in past {
      pendingRelease.append(entry.frame)
      let isWanted = listeners.values.contains {
        $0.demand > .none && $0.takes(track) && $0.nextNumber(of: track) <= entry.number
      }
      if !entry.isPublished, isWanted { counts.late += 1 }
    }
  }

  /// Returns a frame to deliver.
  mutating func publish(_ index: Int, _ entry: Int) -> PresentedFrame {
    if tracks[index].frames.publish(at: entry) { counts.published += 1 }
    return tracks[index].frames.entries[entry].frame
  }
}
