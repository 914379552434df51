import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

@Suite struct URLOutputTests {
  @Test func bytesAreSentAtOnceAndTheEndIsSeen() throws {
    let listener = try LoopbackListener()
    let output = try URLOutput(Array("tcp://127.0.0.1:\(listener.port)".utf8))
    let connection = try #require(listener.waitForConnection())
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 16)
    for text in ["one", "two\n\0"] {
      output.write(Array(text.utf8)[...])
      var received: [UInt8] = []
      while received.count < text.utf8.count {
        let count = read(connection, &buffer, buffer.count)
        try #require(count > 0)
        received += buffer[..<count]
      }
      #expect(received == Array(text.utf8))
    }
    output.close()
    output.write([1])
    #expect(read(connection, &buffer, buffer.count) == 0)
  }

  @Test func aReaderThatReadsNothingIsLeft() throws {
    let listener = try LoopbackListener()
    let output = try URLOutput(Array("tcp://127.0.0.1:\(listener.port)".utf8))
    let connection = try #require(listener.waitForConnection())
    defer { close(connection) }
    let thread = Thread { output.interrupt() }
    thread.start()
    // More than the system keeps for the reader.
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<64 { output.write(piece[...]) }
  }

  @Test(arguments: [
    ("tcp://127.0.0.1:1", "Connection refused"), ("none://a", "not supported"),
    ("/none/file", "No such file or directory"),
  ])
  func whatCannotBeOpenedIsOneLine(url: String, reason: String) {
    #expect {
      _ = try URLOutput(Array(url.utf8))
    } throws: {
      "\($0)".hasPrefix(url + ": ") && "\($0)".contains(reason)
    }
  }
}
