import Dispatch
import PortableCombine
import Testing

@Suite struct FutureValueTests {
  private struct Refusal: Error, Equatable {}

  @Test func aKeptPromiseIsItsValue() async {
    #expect(await Future<Int, Never> { $0(.success(7)) }.value == 7)
  }

  @Test func aPromiseKeptLaterIsWaitedFor() async {
    let future = Future<Int, Never> { promise in
      nonisolated(unsafe) let promise = promise
      DispatchQueue.global().async { promise(.success(8)) }
    }
    #expect(await future.value == 8)
    #expect(await future.value == 8)
  }

  @Test func aFailureIsThrown() async {
    await #expect(throws: Refusal()) {
      _ = try await Future<Int, Refusal> { $0(.failure(Refusal())) }.value
    }
  }

  @Test func aValueOfAFutureThatMayFail() async throws {
    #expect(try await Future<Int, Refusal> { $0(.success(9)) }.value == 9)
  }
}
