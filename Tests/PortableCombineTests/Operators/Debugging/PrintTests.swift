import PlayheadTesting
import PortableCombine
import Testing

@Suite struct PrintTests {
  private final class ListPage: TextOutputStream {
    var text = ""
    var onWrite: () -> Void = {}

    func write(_ string: String) {
      text += string
      onWrite()
    }

    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  @Test func printsEverythingThatHappens() {
    let page = ListPage()
    let subject = PassthroughSubject<Int, NamedError>()
    let recorder = RecordingSubscriber<Int, NamedError>(asking: .max(2)) { _, value in
      value == 1 ? .max(1) : .none
    }
    subject.print("numbers", to: page).subscribe(recorder)
    subject.send(1)
    subject.send(2)
    recorder.request(.unlimited)
    subject.send(completion: .failure(NamedError("up")))
    #expect(recorder.history.first == .subscription(description: "Print"))
    #expect(
      page.lines == [
        "numbers: receive subscription: (PassthroughSubject)",
        "numbers: request max: (2)",
        "numbers: receive value: (1)",
        "numbers: request max: (1) (synchronous)",
        "numbers: receive value: (2)",
        "numbers: request unlimited",
        "numbers: receive error: (up)",
      ])
  }

  @Test func withoutAPrefixThereIsNoColon() {
    let page = ListPage()
    let recorder = RecordingSubscriber<Int, Never>(asking: .unlimited) { _, _ in .unlimited }
    Just(1).print(to: page).subscribe(recorder)
    #expect(
      page.lines == [
        "receive subscription: (Just)", "request unlimited", "receive value: (1)",
        "request unlimited (synchronous)", "receive finished",
      ])
  }

  @Test func printsACancellationOnce() {
    let page = ListPage()
    let recorder = PassthroughSubject<Int, Never>().print(to: page).recorded()
    recorder.cancel()
    recorder.cancel()
    #expect(page.lines.suffix(2) == ["request unlimited", "receive cancel"])
  }

  @Test func whatHappensWhileALineIsWrittenComesAfterIt() {
    let page = ListPage()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.print(to: page).recorded()
    page.onWrite = {
      page.onWrite = {}
      recorder.request(.max(1))
    }
    subject.send(1)
    #expect(page.lines.suffix(2) == ["receive value: (1)", "request max: (1)"])
  }

  @Test func printsToTheStandardOutputWithoutAStream() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      _ = Just(1).print("one").sink { _ in }
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(text.contains("one: receive value: (1)\n"))
  }
}
