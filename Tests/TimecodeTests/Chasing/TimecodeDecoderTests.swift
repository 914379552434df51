import PlayheadAttaching
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadChasing
@testable import PlayheadTimecode
@testable import PlayheadTimecodeInputs

/// Messages of other machines are read as they are sent here, and damaged ones never act.
@Suite struct TimecodeDecoderTests {
  private func instant(_ milliseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func passed(_ mark: Int64, at position: MediaTime = .zero) -> TimecodeEvent {
    TimecodeEvent(kind: .passed(mark), position: position, rate: .normal)
  }

  @Test(arguments: [TimecodeRate.pal, .named(24), .named(30_000, 1_001), .named(30)])
  func quarterFramesStateAPlace(_ rate: TimecodeRate) throws {
    let start = Timecode(hours: 23, minutes: 45, seconds: 59, frames: 18, base: rate.base)
    var sender = MIDITimecode(TimecodeCounter(rate, start: start.frame))
    var decoder = MIDITimecodeDecoder()
    var places: [Int64] = []
    for mark in 0..<Int64(64) {
      // A clock message within the others.
      var bytes: [UInt8] = []
      for byte in sender.message(for: passed(mark)) ?? [] { bytes += [0xF8, byte] }
      for sighting in decoder.receive(bytes, at: instant(mark * 10)) {
        let place = try #require(sighting.quarterFrame(in: rate.base))
        #expect(place == 4 * start.frame + mark && sighting.motion == .forward)
        places.append(place)
      }
    }
    // They begin with an even frame.
    #expect(places.count >= 7)
  }

  @Test func quarterFramesBackwardStateTheStartOfTheirFrame() throws {
    var sender = MIDITimecode(TimecodeCounter(.pal, start: 1_000))
    var messages: [[UInt8]] = []
    for mark in 0..<Int64(32) { messages += [sender.message(for: passed(mark)) ?? []] }
    var decoder = MIDITimecodeDecoder()
    var found: [TimecodeSighting] = []
    for message in messages.reversed() { found += decoder.receive(message, at: instant(0)) }
    #expect(
      found.compactMap { $0.quarterFrame(in: TimecodeRate.pal.base) } == [
        4_024, 4_016, 4_008, 4_000,
      ])
    #expect(found.allSatisfy { $0.motion == .backward })
  }

  @Test func aFullFrameStandsThere() throws {
    var sender = MIDITimecode(TimecodeCounter(.pal, start: 90_000))
    let event = TimecodeEvent(kind: .changed(.stopped), position: .zero, rate: .paused)
    let sent = sender.message(for: event)
    let message = try #require(sent)
    var decoder = MIDITimecodeDecoder()
    let received = decoder.receive(message, at: instant(0))
    let sighting = try #require(received.first)
    #expect(sighting.motion == .none && sighting.quarterFrame(in: TimecodeRate.pal.base) == 360_000)
    var chaser = TimecodeChaser("mtc:x", .midi)
    let reports = chaser.receive(sighting)
    guard case .facts(let facts, _, _)? = reports.dropFirst().first else {
      Issue.record("\(reports)")
      return
    }
    #expect(facts.playback == .paused && facts.item?.timecodeRate == .pal)
    #expect(chaser.deadline == nil)
  }

  @Test func quarterFramesAreChasedAndStop() throws {
    var sender = MIDITimecode(TimecodeCounter(.pal, start: 1_000))
    var decoder = MIDITimecodeDecoder()
    var chaser = TimecodeChaser("mtc:x", .midi)
    var reports: [SourceReport] = []
    for mark in 0..<Int64(100) {
      for sighting in decoder.receive(
        sender.message(for: passed(mark)) ?? [], at: instant(mark * 10))
      {
        reports += chaser.receive(sighting)
      }
      chaser.recordSign(at: instant(mark * 10))
      reports += chaser.settle(at: instant(mark * 10))
    }
    let deadline = try #require(chaser.deadline)
    #expect(deadline == instant(990 + 80))
    reports += chaser.settle(at: deadline)
    let playbacks = reports.compactMap { report in
      if case .facts(let facts, _, _) = report { facts.playback } else { nil }
    }
    #expect(playbacks == [.playing, .paused])
    for case .reading(let reading) in reports.dropLast() {
      let error = reading.value.seconds - 40 - Double(reading.received.nanoseconds) / 1e9
      #expect(abs(error) < 1e-9)
    }
  }

  @Test func anArtNetPacketStatesItsFrame() throws {
    let rate = TimecodeRate.named(30_000, 1_001)
    let start = Timecode(hours: 10, minutes: 20, seconds: 30, frames: 15, base: rate.base)
    var sender = ArtTimecode(TimecodeCounter(rate, start: start.frame))
    let sent = sender.packet(for: passed(3))
    let packet = try #require(sent)
    let sighting = try #require(TimecodeSighting(artNet: packet, at: instant(0)))
    #expect(sighting.quarterFrame(in: rate.base) == 4 * (start.frame + 3))
    for count in 0..<packet.count {
      #expect(TimecodeSighting(artNet: Array(packet.prefix(count)), at: instant(0)) == nil)
    }
  }

  @Test func anOSCBundleStatesThePositionAndTheRate() throws {
    let event = TimecodeEvent(
      kind: .passed(1), position: .milliseconds(12_345), rate: Rate(3, 2))
    let timecode = Timecode(frame: 308, base: TimecodeRate.pal.base)
    let bytes = OSCBundle(to: "/playhead", event, timecode: timecode, wallTime: 0).bytes
    let message = try #require(OSCDecoder.messages(of: bytes).first)
    #expect(message.address == "/playhead" && message.numbers == [12.345, 1.5])
    #expect(message.texts == ["00:00:12:08"])
    var chaser = MessageChaser(TimecodeChaser("osc:9000", .network), .osc(address: "/playhead"))
    let reports = chaser.receive(bytes, at: instant(5))
    guard case .facts(let facts, _, _)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(facts.playback == .playing && facts.rate == Rate(3, 2))
    #expect(chaser.deadline == instant(2_005))
    #expect(
      chaser.settle(at: instant(2_004)).isEmpty && chaser.settle(at: instant(2_005)).count == 2)
  }

  @Test func anOSCTimeTagIsNoPosition() throws {
    let tag: [UInt8] = [0xE0, 0, 0, 0, 0, 0, 0, 0]
    let seconds = withUnsafeBytes(of: Float(12.5).bitPattern.bigEndian, Array.init)
    let bytes = Array("/tc\0,tf\0".utf8) + tag + seconds
    #expect(OSCDecoder.messages(of: bytes).map(\.numbers) == [[12.5]])
    // It is cut off.
    #expect(OSCDecoder.messages(of: Array(bytes.prefix(12))).allSatisfy { $0.numbers.isEmpty })
  }

  @Test func oscLabelsAreChasedAsAnyTimecode() {
    var chaser = MessageChaser(TimecodeChaser("osc:9000", .network), .osc(address: nil))
    var reports: [SourceReport] = []
    for frame in 0..<Int64(10) {
      let text = Timecode(frame: 1_000 + frame, base: TimecodeRate.pal.base).text
      let message = Array("/tc\0,ss\0x\0\0\0\(text)\0".utf8)
      reports += chaser.receive(message, at: instant(frame * 40))
    }
    #expect(
      reports.contains(
        .reading(
          PositionReading(
            sent: instant(360), received: instant(360), value: .milliseconds(40_360)))))
  }

  @Test func damagedMessagesNeverAct() {
    var random = SplitMix64(seed: 5)
    let event = TimecodeEvent(kind: .passed(1), position: .seconds(12), rate: .normal)
    let timecode = Timecode(frame: 308, base: TimecodeRate.pal.base)
    let bundle = OSCBundle(to: "/playhead", event, timecode: timecode, wallTime: 0).bytes
    var messages = [
      MessageChaser(TimecodeChaser("x", .network), .osc(address: nil)),
      MessageChaser(TimecodeChaser("x", .network), .artNet),
      MessageChaser(TimecodeChaser("x", .midi), .midi(MIDITimecodeDecoder())),
    ]
    for round in 0..<Int64(2_000) {
      var bytes = bundle
      for _ in 0..<1 + random.next() % 4 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
      let noise = (0..<24).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let packet = Array("Art-Net\0".utf8) + [0, 0x97] + noise
      for index in messages.indices {
        for one in [bytes, noise, packet] { _ = messages[index].receive(one, at: instant(round)) }
        _ = messages[index].settle(at: instant(round))
      }
    }
    let nested = (0..<40).reduce(bundle) { inner, _ in
      Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
        + withUnsafeBytes(of: UInt32(inner.count).bigEndian, Array.init) + inner
    }
    #expect(OSCDecoder.messages(of: nested).isEmpty)
  }

  @Test(
    arguments: [
      ("ltc:default", TimecodeAddress.ltc("default")), ("ltc:tape.wav", .ltc("tape.wav")),
      ("ltc:tape.wav:2", .ltc("tape.wav", channel: 2)), ("ltc:hw:1", .ltc("hw:1")),
      ("ltc:tape.wav:+2", .ltc("tape.wav:+2")),
      ("ltc:hw:1:3", .ltc("hw:1", channel: 3)), ("mtc:128:0", .mtc("128:0")),
      ("mtc:/dev/snd/midiC1D0", .mtc("/dev/snd/midiC1D0")), ("artnet:", .artNet()),
      ("artnet:0.0.0.0", .artNet(host: "0.0.0.0")), ("osc:9000", .osc(port: 9_000)),
      ("osc:9000/pos", .osc(port: 9_000, address: "/pos")),
      ("osc:[::1]:9000/pos", .osc(host: "::1", port: 9_000, address: "/pos")),
      ("ltc:", nil), ("ltc", nil), ("osc:", nil), ("osc:x", nil), ("osc:0", nil), ("mtc:", nil),
      ("osc:70000", nil), ("mpv:/tmp/x", nil),
    ] as [(String, TimecodeAddress?)])
  func anAddressIsParsed(_ text: String, _ address: TimecodeAddress?) {
    #expect(TimecodeAddress(text) == address)
  }
}
