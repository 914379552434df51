import Foundation
import Testing

@testable import PlayheadPages

@Suite struct TimeAxisTests {
  @Test(arguments: [0.001, 0.02, 0.5, 1.7, 5, 12, 59, 61, 600, 3_599, 7_200, 90_000, 1e7, 1e12])
  func anyLengthHasFewLabels(length: Double) throws {
    let axis = try #require(TimeAxis(zero: 10, from: 10, to: 10 + length))
    let labels = axis.labels.components(separatedBy: "<span").count - 1
    #expect((1...6).contains(labels))
    #expect(axis.step > 0)
  }

  @Test func placesAreLimitedToTheDiagram() throws {
    let axis = try #require(TimeAxis(zero: 100, from: 100, to: 110))
    #expect(axis.x(5) == 500 && axis.x(container: 105) == 500)
    #expect(axis.x(-1) == 0 && axis.x(container: 1e300) == 1_000)
    #expect(TimeAxis(zero: 0, from: 1, to: 1) == nil)
    #expect(TimeAxis(zero: 0, from: 0, to: .infinity) == nil)
  }

  @Test(arguments: [
    (0.0, 1.0, "0:00"), (59.9999, 0.001, "1:00.000"), (61.25, 0.1, "1:01.3"),
    (3_661, 60, "1:01:01"),
    (-1.5, 0.1, "−0:01.5"), (1e12, 1, "1000000000000 s"),
  ])
  func aPositionHasTheDecimalsOfTheStep(seconds: Double, step: Double, text: String) {
    #expect(Quantities.position(seconds, step: step) == text)
  }

  @Test(arguments: [
    (0.04, "40 ms"), (0.021333, "21.3 ms"), (1.9, "1.9 s"), (0.0000005, "0.5 µs"), (0, "0"),
    (-0.0102, "-10.2 ms"),
    (123.4, "123 s"),
  ])
  func aLengthHasThreeDigits(seconds: Double, text: String) {
    #expect(Quantities.length(seconds) == text)
  }

  @Test(arguments: [
    (0.1, 1e-4, "100.0 ms"), (0.100_1, 1e-4, "100.1 ms"), (-2e-4, 1e-4, "-200 µs"),
    (1.5, 0.5, "1.5 s"),
    (1e-9, 1e-4, "0"), (0.02, 0.02, "20 ms"), (3, .nan, "3 s"),
  ])
  func aLengthHasTheDecimalsOfTheStep(seconds: Double, step: Double, text: String) {
    #expect(Quantities.length(seconds, step: step) == text)
  }

  @Test(arguments: [
    (0.0, "0 b/s"), (1_206_000, "1.21 Mb/s"), (64_000, "64 kb/s"), (2.5e9, "2.5 Gb/s"),
  ])
  func aBitRateHasItsUnit(value: Double, text: String) {
    #expect(Quantities.bitRate(value) == text)
  }
}
