import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Servers of TLS, which FFmpeg tells that a connection ends. It asks then whether to stop.
@Suite(.enabled(if: SecureServer.openssl != nil, "openssl is not installed"))
struct SecureServerTests {
  @Test func mediaThatCannotBeOpenedIsRefused() async {
    await #expect(processExitsWith: .success) {
      let server = try SecureServer()
      let movie = try Repository.sampleBytes("bbb.mp4").prefix(4_000)
      let junk = Data((0..<8_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) })
      let headers = ["", "fLaC", "OggS", "ID3\u{4}", "FORM\0\0\0\0AIFF"]
      for body in [movie] + headers.map({ Data($0.utf8) + junk }) {
        for hasRanges in [true, false] {
          let media = LocatedMedia(url: try server.url(of: body, hasRanges: hasRanges))
          #expect(throws: MediaError.self) { try media.open(interruption: Interruption()) }
        }
      }
    }
  }

  /// All recordings of a file have one connection.
  @Test func recordingsAreReadToTheEnd() async {
    await #expect(processExitsWith: .success) {
      let server = try SecureServer()
      for name in ["mediafile-cbr.mp3", "sonicpi-ambi_piano.flac", "bbb_vp9_opus.webm"] {
        let data = try Repository.sampleBytes(name)
        let expected = try SampleMedia.open(name).readAll().count
        for count in 1...(name.hasSuffix("flac") ? 3 : 1) {
          let body = (0..<count).reduce(Data()) { body, _ in body + data }
          let source = try LocatedMedia(url: server.url(of: body, hasRanges: false))
            .open(interruption: Interruption())
          #expect(try source.readAll().count == count * expected)
        }
      }
    }
  }
}

/// A local server of HTTPS, whose certificate no one has signed.
private final class SecureServer {
  static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let directory: TemporaryDirectory
  private let process: SpawnedProcess
  private let output = Pipe()
  private let port: Substring

  init() throws {
    directory = try TemporaryDirectory()
    let openssl = try #require(Self.openssl)
    let (input, errors) = (
      SpawnedProcess.Stream.file("/dev/null", flags: O_RDONLY),
      SpawnedProcess.Stream.file("/dev/null", flags: O_WRONLY)
    )
    let request = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    let names = ["-keyout", directory.path("key"), "-out", directory.path("certificate")]
    let made = try SpawnedProcess(
      openssl, request.split(separator: " ").map(String.init) + names,
      streams: [input, errors, errors])
    try #require(made.waitForExit() == 0)
    // It sends files of its folder.
    let script =
      "cd \"$0\" && exec \"$1\" s_server -accept 127.0.0.1:0 -HTTP -key key -cert certificate"
    process = try SpawnedProcess(
      "/bin/sh", ["-c", script, directory.path, openssl],
      streams: [
        input, .descriptor(output.fileHandleForWriting.fileDescriptor), errors,
      ])
    try output.fileHandleForWriting.close()
    var text = ""
    while !text.contains(/ACCEPT .*\n/),
      case let data = output.fileHandleForReading.availableData, !data.isEmpty
    { text += String(decoding: data, as: UTF8.self) }
    port = try #require(text.firstMatch(of: /ACCEPT .*:([0-9]+)\n/)).1
  }

  /// Returns the URL of a body, whose server announces ranges or does not.
  func url(of body: Data, hasRanges: Bool) throws -> String {
    let ranges = hasRanges ? "Accept-Ranges: bytes\r\n" : ""
    let head = "HTTP/1.1 200 OK\r\n\(ranges)Content-Length: \(body.count)\r\nConnection: close\r\n"
    _ = try directory.write(Data("\(head)\r\n".utf8) + body, to: "a")
    return "https://127.0.0.1:\(port)/a"
  }
}
