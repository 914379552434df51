import Foundation
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct RecordTests {
  typealias Tape = Record<Int, NamedError>

  @Test func replaysAsFarAsAsked() {
    let record = Tape { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .failure(NamedError("up")))
    }
    let recorder = record.recorded(asking: .max(1))
    #expect(recorder.values == [1])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2])
    #expect(recorder.completion == .failure(NamedError("up")))
  }

  @Test func withoutValuesItEndsAtOnce() {
    let recorder = Tape(output: [], completion: .failure(NamedError("up"))).recorded(asking: .none)
    #expect(recorder.completion == .failure(NamedError("up")))
    #expect(Tape(recording: Tape.Recording()).recorded().isFinished)
  }

  @Test func isWrittenAndRead() throws {
    let record = Tape(output: [1, 2], completion: .failure(NamedError("up")))
    let data = try JSONEncoder().encode(record)
    let read = try JSONDecoder().decode(Tape.self, from: data)
    #expect(read.recording.output == [1, 2])
    #expect(read.recording.completion == .failure(NamedError("up")))
  }
}
