import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadServing

/// What servers of timelines and their clients send.
@Suite struct TimelineDatagramTests {
  static let key = TimelineKey(Array("the key of the wall".utf8))!

  static func answer(title: String = "film") -> TimelineDatagram {
    var datagram = TimelineDatagram(.answer)
    (datagram.client, datagram.server, datagram.sequence) = (.max, 7, 1 << 40)
    datagram.asked = HostInstant(nanoseconds: 1)
    datagram.received = HostInstant(nanoseconds: 3_000)
    datagram.sent = HostInstant(nanoseconds: 1 << 60)
    datagram.systemTime = SystemTime(zero: 700_000_000_000_000_000, error: 20_000)
    (datagram.timeline.item, datagram.timeline.moves) = (3, 4)
    (datagram.timeline.state, datagram.timeline.rate) = (.playing, Rate(30_000, 1_001))
    datagram.timeline.position = .nanoseconds(12_345_678_901)
    (datagram.timeline.uncertainty, datagram.timeline.bias) = (.microseconds(250), .microseconds(9))
    datagram.origin = 1 << 63
    datagram.timeline.duration = .nanoseconds(60_000_000_000)
    datagram.timeline.changed = HostInstant(nanoseconds: 9)
    datagram.timeline.title = title
    return datagram
  }

  @Test func aDatagramIsReadAsItWasWritten() {
    var plain = TimelineDatagram(.question)
    plain.client = 5
    for key in [nil, Self.key] {
      for datagram in [Self.answer(), Self.answer(title: ""), plain] {
        let bytes = datagram.bytes(key)
        #expect(bytes.count == 256)
        #expect(TimelineDatagram(bytes, key) == datagram)
      }
    }
    for state in [PlaybackState.idle, .paused, .waiting, .stalled, .ended, .closed] {
      var datagram = Self.answer()
      datagram.timeline.state = state
      #expect(TimelineDatagram(datagram.bytes(nil), nil)?.timeline.state == state)
    }
  }

  /// The origins of an older one say nothing.
  @Test func anotherVersionIsNotRead() {
    for version: UInt8 in 0...9 {
      var bytes = Self.answer().bytes(nil)
      bytes[5] = version
      #expect((TimelineDatagram(bytes, nil) != nil) == (version == 3))
    }
  }

  /// What a file declares must not end the service.
  @Test func timesBeyondTheLimitAreSentAsTheGreatest() {
    let greatest = MediaTime.nanoseconds(1 << 62 - 1)
    for time in [MediaTime.nanoseconds(1 << 62), .nanoseconds(.max), .seconds(1 << 62)] {
      var datagram = Self.answer()
      (datagram.timeline.position, datagram.timeline.duration) = (time, time)
      datagram.timeline.uncertainty = .seconds(Int64.max)
      let read = TimelineDatagram(datagram.bytes(nil), nil)?.timeline
      #expect(read?.position == greatest && read?.duration == greatest)
      #expect(read?.uncertainty == Duration(greatest))
    }
  }

  @Test func aLongTitleLosesWholeCharacters() {
    let title = String(repeating: "ä", count: 33)
    let read = TimelineDatagram(Self.answer(title: title).bytes(nil), nil)
    #expect(read?.timeline.title == String(repeating: "ä", count: 32))
  }

  @Test func aChangedBitMakesADatagramUnreadable() {
    let bytes = Self.answer().bytes(Self.key)
    for bit in 0..<bytes.count * 8 {
      var other = bytes
      other[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(TimelineDatagram(other, Self.key) == nil, "bit \(bit)")
    }
    #expect(TimelineDatagram(bytes, nil) == nil)
    #expect(TimelineDatagram(Self.answer().bytes(nil), Self.key) == nil)
    let other = TimelineKey(Array("the key of another wall".utf8))
    #expect(TimelineDatagram(bytes, other) == nil)
    #expect(TimelineDatagram(Array(bytes.dropLast()), Self.key) == nil)
    #expect(TimelineDatagram(bytes + [0], Self.key) == nil && TimelineDatagram([], nil) == nil)
  }

  /// Without a key, what is read is a datagram that the same bytes describe.
  @Test func anyBytesAreReadExactlyOrNotAtAll() {
    var random = SplitMix64(seed: 1)
    var readCount = 0
    let count = TestEffort.rounds(50_000)
    for _ in 0..<count {
      var bytes = Self.answer().bytes(nil)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<224, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let datagram = TimelineDatagram(bytes, nil) else { continue }
      readCount += 1
      #expect(datagram.timeline.position >= .zero && datagram.timeline.uncertainty >= .zero)
      #expect(TimelineDatagram(datagram.bytes(nil), nil) == datagram)
    }
    #expect(readCount > count / 50)
  }
}
