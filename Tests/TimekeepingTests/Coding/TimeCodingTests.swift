import Foundation
import Testing
import PlayheadTimekeeping

/// Times and rates are encoded with the keys and numbers of the command's JSON, and decoded exactly.
@Suite struct TimeCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func aTimeHasItsTicksItsTimebaseAndItsSeconds() throws {
    let time = MediaTime(ticks: 5_728, timebase: Timebase(1, 48_000))
    #expect(try json(time) == #"{"seconds":0.119333,"ticks":5728,"timebase":"1/48000"}"#)
    let negative = MediaTime(ticks: -1, timebase: Timebase(1, 3))
    #expect(try json(negative) == #"{"seconds":-0.333333,"ticks":-1,"timebase":"1/3"}"#)
    let long = MediaTime(ticks: .max, timebase: Timebase(.max, 1))
    #expect(try json(long).contains(#""seconds":null"#))
  }

  @Test func aDecodedTimeHasTheSameTicks() throws {
    for timebase in [Timebase.nanoseconds, Timebase(1_001, 30_000), Timebase(.max, 1)] {
      for ticks in [Int64.min, -1, 0, 7, .max] {
        let time = MediaTime(ticks: ticks, timebase: timebase)
        let decoded = try decode(MediaTime.self, json(time))
        #expect(decoded.ticks == ticks && decoded.timebase == timebase)
      }
    }
    #expect(try decode(MediaTime.self, #"{"ticks":3,"timebase":"1/2"}"#) == .seconds(1.5))
  }

  @Test(arguments: ["1", "1/0", "0/1", "-1/2", "1/-2", "1/2/3", "a/b", "", "1/99999999999"])
  func aTimebaseThatIsNoPositiveFractionIsRefused(_ text: String) {
    #expect(throws: DecodingError.self) { try decode(Timebase.self, "\"\(text)\"") }
    #expect(throws: DecodingError.self) {
      try decode(MediaTime.self, #"{"ticks":1,"timebase":"\#(text)"}"#)
    }
  }

  @Test func aRateIsANumber() throws {
    #expect(try json([Rate(3, 2), .paused, 2]) == "[1.5,0,2]")
  }

  @Test func aDecodedRateIsTheSameFraction() throws {
    let rates = [
      Rate(1, 3), Rate(1_001, 1_000), Rate(30_000, 1_001), Rate(.max, 1), Rate(1, .max),
      Rate(1_000_000, 999_999), .paused, .normal, Rate(16, 1), Rate(1, 10),
    ]
    #expect(try decode([Rate].self, json(rates)) == rates)
    #expect(try decode(Rate.self, "0.333333") == Rate(333_333, 1_000_000))
  }

  @Test(arguments: ["-1", "1e300", "1e-300", "4294967296", "-0.5"])
  func aNumberThatIsNoRateIsRefused(_ number: String) {
    #expect(throws: DecodingError.self) { try decode(Rate.self, number) }
  }

  @Test func anInstantIsItsNanoseconds() throws {
    let instant = HostInstant(nanoseconds: 12_345)
    #expect(try json(instant) == "12345")
    #expect(try decode(HostInstant.self, "12345") == instant)
  }

  @Test(arguments: [
    (-0.000_4, "0.000"), (-0.0, "0.000"), (-0.000_6, "-0.001"), (-10, "-10.000"),
    (1.000_5, "1.000"),
    (.infinity, "inf"),
  ])
  func aNumberThatRoundsToZeroHasNoSign(value: Double, text: String) {
    #expect(fixed(value, 3) == text)
  }
}
