import Foundation
import FoundationNetworking
import PlayheadTesting
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct DataTaskPublisherTests {
  typealias Recorder = RecordingSubscriber<(data: Data, response: URLResponse), URLError>

  private let done = DispatchSemaphore(value: 0)
  private let session = URLSession(configuration: .ephemeral)

  @Test(arguments: [200, 404])
  func sendsTheResponseWhateverItsStatus(_ status: Int) throws {
    let server = try LoopbackServer(.status(status, body: "an answer"))
    defer { server.stop() }
    let recorder = Recorder(onCompletion: { _ in done.signal() })
    session.dataTaskPublisher(for: server.url).subscribe(recorder)
    done.wait()
    #expect(recorder.values.map { $0.data } == [Data("an answer".utf8)])
    #expect(recorder.values.map { ($0.response as? HTTPURLResponse)?.statusCode } == [status])
    #expect(recorder.isFinished)
    #expect(server.requests == ["GET /file HTTP/1.1"])
    #expect(recorder.violations.isEmpty)
  }

  @Test func sendsNoRequestWithoutDemand() throws {
    let server = try LoopbackServer(.status(200, body: "late"))
    defer { server.stop() }
    let recorder = Recorder(asking: .none, onCompletion: { _ in done.signal() })
    var request = URLRequest(url: server.url)
    request.httpMethod = "DELETE"
    session.dataTaskPublisher(for: request).subscribe(recorder)
    #expect(server.requests.isEmpty)
    recorder.request(.max(1))
    recorder.request(.max(1))
    done.wait()
    #expect(server.requests == ["DELETE /file HTTP/1.1"])
    #expect(recorder.values.count == 1)
  }

  @Test func failsIfTheServerIsUnreachable() throws {
    let server = try LoopbackServer(.silence)
    let url = server.url
    server.stop()
    let recorder = Recorder(onCompletion: { _ in done.signal() })
    session.dataTaskPublisher(for: url).subscribe(recorder)
    done.wait()
    guard case .failure(let error) = recorder.completion else {
      Issue.record("It did not fail.")
      return
    }
    #expect(error.code == .cannotConnectToHost)
    #expect(recorder.values.isEmpty)
  }

  @Test func cancellingCancelsTheRequest() throws {
    let server = try LoopbackServer(.silence)
    defer { server.stop() }
    weak var released: Recorder?
    var subscription: (any Subscription)?
    do {
      let recorder = Recorder(onCompletion: { _ in Issue.record("It completed.") })
      released = recorder
      session.dataTaskPublisher(for: server.url).subscribe(recorder)
      subscription = recorder.subscription
    }
    #expect(released != nil)
    // Before the request arrives there is no connection to close.
    server.arrivals.wait()
    subscription?.cancel()
    #expect(released == nil)
    server.hangUps.wait()
  }

  @Test func cancellingAsTheResponseArrivesDoesNotTrap() throws {
    let server = try LoopbackServer(.status(200, body: "an answer"))
    defer { server.stop() }
    for _ in 0..<50 {
      let recorder = Recorder(onValue: { _, _ in
        done.signal()
        return .none
      })
      session.dataTaskPublisher(for: server.url).subscribe(recorder)
      done.wait()
      recorder.cancel()
    }
  }

  @Test func cancellingWhileReceivingTheValuePreventsCompletion() throws {
    let server = try LoopbackServer(.status(200, body: ""))
    defer { server.stop() }
    let recorder = Recorder(
      onValue: { recorder, _ in
        recorder.cancel()
        done.signal()
        return .none
      }, onCompletion: { _ in Issue.record("It completed.") })
    session.dataTaskPublisher(for: server.url).subscribe(recorder)
    done.wait()
    #expect(recorder.values.count == 1)
  }
}
