import Foundation
import PortableCombine
import Testing

@Suite struct CodableTests {
  private func rewritten<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test(arguments: [Subscribers.Demand.none, .max(1), .max(.max), .unlimited])
  func demandIsWrittenAndRead(_ demand: Subscribers.Demand) throws {
    #expect(try rewritten(demand) == demand)
  }

  @Test func aDemandBeyondTheLargestIsUnlimited() throws {
    let demand = try JSONDecoder().decode(
      Subscribers.Demand.self, from: Data("\(UInt.max)".utf8))
    #expect(demand == .unlimited)
  }

  @Test func aNegativeDemandIsAnError() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Subscribers.Demand.self, from: Data("-1".utf8))
    }
  }

  @Test func completionIsWrittenAndRead() throws {
    typealias Completion = Subscribers.Completion<NamedError>
    #expect(try rewritten(Completion.finished) == .finished)
    #expect(
      try rewritten(Completion.failure(NamedError("up"))) == .failure(NamedError("up")))
  }

  @Test func aCompletionWithoutItsErrorIsAnError() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Subscribers.Completion<NamedError>.self, from: Data(#"{"success":false}"#.utf8))
    }
  }

  @Test func aQueuesStrideIsWrittenAsCombineWritesIt() throws {
    let stride = DispatchQueue.SchedulerTimeType.Stride.milliseconds(2)
    #expect(
      String(decoding: try JSONEncoder().encode(stride), as: UTF8.self)
        == #"{"_nanoseconds":2000000}"#)
    #expect(try rewritten(stride) == stride)
  }
}
