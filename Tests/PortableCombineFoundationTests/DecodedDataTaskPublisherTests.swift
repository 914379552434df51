import Foundation
import FoundationNetworking
import PlayheadTesting
import PortableCombine
import Testing

@testable import PortableCombineFoundation

@Suite struct DecodedDataTaskPublisherTests {
  private struct Post: Decodable, Equatable {
    let title: String
  }

  private typealias Recorder = RecordingSubscriber<Post, any Error>

  private let done = DispatchSemaphore(value: 0)
  private let session = URLSession(configuration: .ephemeral)

  private func publisher(_ url: URL) -> URLSession.DecodedDataTaskPublisher<Post> {
    session.decodedDataTaskPublisher(for: url)
  }

  /// Sends one request, and returns the recorder once the request has completed.
  private func outcome(_ answer: LoopbackServer.Answer) throws -> Recorder {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    let recorder = Recorder(onCompletion: { _ in done.signal() })
    publisher(server.url).subscribe(recorder)
    done.wait()
    #expect(recorder.violations.isEmpty)
    return recorder
  }

  private func error(_ recorder: Recorder) -> DecodedDataTaskError? {
    guard case .failure(let error) = recorder.completion else { return nil }
    return error as? DecodedDataTaskError
  }

  @Test func sendsTheDecodedResponseAndFinishes() throws {
    let recorder = try outcome(.status(200, body: #"{"title": "News"}"#))
    #expect(recorder.values == [Post(title: "News")])
    #expect(recorder.isFinished)
  }

  @Test func anErrorStatusIsReported() throws {
    let recorder = try outcome(.status(404, body: #"{"title": "Nothing"}"#))
    #expect(recorder.values.isEmpty)
    guard case .status(404) = error(recorder)?.reason else {
      Issue.record("It ended with \(String(describing: recorder.completion)).")
      return
    }
    #expect(
      error(recorder)?.description.hasSuffix("/file: the server answered with status 404") == true)
  }

  @Test func invalidJSONIsReported() throws {
    let recorder = try outcome(.status(200, body: #"{"title": "#))
    #expect(recorder.values.isEmpty)
    guard case .decoding(let reason) = error(recorder)?.reason else {
      Issue.record("It ended with \(String(describing: recorder.completion)).")
      return
    }
    #expect(reason is DecodingError)
  }

  @Test func anUnreachableServerIsReported() throws {
    let server = try LoopbackServer(.silence)
    let url = server.url
    server.stop()
    let recorder = Recorder(onCompletion: { _ in done.signal() })
    publisher(url).subscribe(recorder)
    done.wait()
    guard case .transport(let reason) = error(recorder)?.reason else {
      Issue.record("It ended with \(String(describing: recorder.completion)).")
      return
    }
    #expect(reason.code == .cannotConnectToHost)
  }

  @Test func theFirstDemandSendsTheOnlyRequest() throws {
    let server = try LoopbackServer(.status(200, body: #"{"title": "News"}"#))
    defer { server.stop() }
    let recorder = Recorder(asking: .none, onCompletion: { _ in done.signal() })
    publisher(server.url).subscribe(recorder)
    #expect(server.requests.isEmpty)
    recorder.request(.max(1))
    recorder.request(.max(5))
    done.wait()
    #expect(server.requests.count == 1)
    #expect(recorder.values.count == 1)
  }

  @Test func cancellingCancelsASlowRequest() throws {
    let server = try LoopbackServer(.silence)
    defer { server.stop() }
    weak var released: Recorder?
    var subscription: (any Subscription)?
    do {
      let recorder = Recorder(onCompletion: { _ in Issue.record("It completed.") })
      publisher(server.url).subscribe(recorder)
      released = recorder
      subscription = recorder.subscription
    }
    #expect(released != nil)
    server.arrivals.wait()
    subscription?.cancel()
    #expect(released == nil)
    server.hangUps.wait()
  }

  // MARK: The subscribers of Donny Wals's article

  /// A subscriber with unlimited demand that keeps its subscription if `isKeeping` is true.
  private final class TaskSubscriber: Subscriber, Cancellable {
    typealias Input = Post
    typealias Failure = any Error

    private let isKeeping: Bool
    private let record: (String) -> Void
    private var subscription: (any Subscription)?

    init(isKeeping: Bool, record: @escaping (String) -> Void) {
      self.isKeeping = isKeeping
      self.record = record
    }

    deinit { record("released") }

    func receive(subscription: any Subscription) {
      if isKeeping { self.subscription = subscription }
      subscription.request(.unlimited)
    }

    func receive(_ input: Post) -> Subscribers.Demand {
      record(input.title)
      return .none
    }

    func receive(completion: Subscribers.Completion<any Error>) {
      record("end")
      cancel()
    }

    func cancel() {
      subscription?.cancel()
      subscription = nil
    }
  }

  /// Uses a subject instead of a request, because Foundation on Linux can trap if a task is
  /// cancelled while it starts.
  @Test func aSubscriberThatDropsItsSubscriptionReceivesNothing() {
    let answers = PassthroughSubject<Post, DecodedDataTaskError>()
    var told: [String] = []
    do {
      let subscriber = TaskSubscriber(isKeeping: false) { told.append($0) }
      subscriber.receive(
        subscription: DecodedDataTaskSubscription(
          to: answers.handleEvents(receiveCancel: { told.append("given up") })
            .eraseToAnyPublisher(), for: subscriber))
    }
    #expect(Set(told) == ["given up", "released"])
    answers.send(Post(title: "News"))
    #expect(told.count == 2)
  }

  @Test func aSubscriberThatKeepsItsSubscriptionReceivesEverything() throws {
    let server = try LoopbackServer(.status(200, body: #"{"title": "News"}"#))
    defer { server.stop() }
    // Written on the session's queue, and read only after the last event.
    nonisolated(unsafe) var told: [String] = []
    let done = done
    publisher(server.url).subscribe(
      TaskSubscriber(isKeeping: true) { event in
        told.append(event)
        if event == "released" { done.signal() }
      })
    done.wait()
    #expect(told == ["News", "end", "released"])
  }

  @Test func demandForOneGivesOneValueAndNoCompletion() {
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1))
    (0...6).publisher.subscribe(recorder)
    #expect(recorder.values == [0])
    #expect(recorder.completion == nil)
  }

  @Test func demandForOneAndThenTenGivesElevenValues() {
    var isFirst = true
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1)) { _, _ in
      defer { isFirst = false }
      return isFirst ? .max(10) : .none
    }
    (0...20).publisher.subscribe(recorder)
    #expect(recorder.values == Array(0...10))
    #expect(recorder.completion == nil)
  }
}
