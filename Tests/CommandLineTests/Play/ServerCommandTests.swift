import Foundation
import PlayheadTestEnvironment
import Testing

/// Programs that control the command through mpv's JSON IPC.
@Suite struct ServerCommandTests {
  private static let options = ["--pause", "-f", "json", "--input-ipc-server=socket"]

  /// Starts the command in a directory, and returns when the file is open.
  private func start(
    _ options: [String] = options, in folder: TemporaryDirectory, descriptor: Int32? = nil,
    limit: Int = 1_024, umask: String = "022"
  ) throws -> SpawnedProcess {
    let records = try folder.makeFIFO("records-\(UUID().uuidString)")
    // Open for both, so that neither end waits for the other.
    let reader = open(records, O_RDWR | O_CLOEXEC)
    defer { close(reader) }
    var streams: [SpawnedProcess.Stream] = [
      .file("/dev/null", flags: O_RDONLY), .file(records, flags: O_RDWR),
      .file(folder.path("errors"), flags: O_WRONLY | O_CREAT | O_APPEND),
    ]
    if let descriptor { streams.append(.descriptor(descriptor)) }
    let line = "cd '\(folder.path)'; ulimit -n \(limit); umask \(umask); exec \"$PLAYHEAD\" \"$@\""
    let process = try SpawnedProcess(
      "/bin/bash",
      ["-c", line, "bash"] + options + [Repository.sample("bbb_small.mp4")],
      variables: BuiltCommand.variables, streams: streams)
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 60_000) == 1 else { throw POSIXError(.ETIMEDOUT) }
    return process
  }

  private func errors(in folder: TemporaryDirectory) throws -> String {
    try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
  }

  /// Returns the reply to a request; events before it are skipped.
  private func ask(_ client: SocketEnd, _ command: String) throws -> String? {
    try client.write("{\"command\":\(command),\"request_id\":1}\n")
    while let line = try client.readLine() {
      if line.contains("\"request_id\":1") { return line }
    }
    return nil
  }

  @Test func aClientControlsPlaybackUntilItQuits() throws {
    let folder = try TemporaryDirectory()
    let process = try start(in: folder)
    let client = try SocketEnd(path: folder.path("socket"))
    #expect(
      try ask(client, "[\"get_property\",\"pause\"]")
        == "{\"data\":true,\"request_id\":1,\"error\":\"success\"}")
    #expect(try ask(client, "[\"quit\",3]") != nil)
    _ = try client.readToEnd()
    #expect(process.waitForExit() == 3)
    #expect(try errors(in: folder).isEmpty)
    #expect(access(folder.path("socket"), F_OK) != 0)
  }

  @Test(arguments: ["000", "022", "077", "177", "777"])
  func theSocketHasTheSameModeWithAnyMask(umask: String) throws {
    let folder = try TemporaryDirectory()
    let process = try start(in: folder, umask: umask)
    var status = stat()
    #expect(lstat(folder.path("socket"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    process.send(SIGTERM)
    #expect(process.waitForExit() == 143)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR2])
  func theSocketIsRemovedWhenASignalEndsTheCommand(signal: Int32) throws {
    let folder = try TemporaryDirectory()
    let process = try start(in: folder)
    #expect(access(folder.path("socket"), F_OK) == 0)
    process.send(signal)
    #expect(process.waitForExit() == 128 + signal)
    #expect(access(folder.path("socket"), F_OK) != 0)
  }

  @Test func theSocketOfAKilledCommandIsReplaced() throws {
    let folder = try TemporaryDirectory()
    let killed = try start(in: folder)
    killed.send(SIGKILL)
    killed.waitForExit()
    #expect(access(folder.path("socket"), F_OK) == 0)
    let process = try start(in: folder)
    let client = try SocketEnd(path: folder.path("socket"))
    #expect(try ask(client, "[\"client_name\"]")?.contains("ipc_0") == true)
    process.send(SIGTERM)
    #expect(process.waitForExit() == 143)
  }

  @Test func aPlaceThatCannotBeServedIsReportedBeforePlayback() throws {
    let folder = try TemporaryDirectory()
    let process = try start(in: folder)
    try folder.write(Data("kept".utf8), to: "file")
    let outcome = try BuiltCommand.run(
      """
      for place in server=socket server=file server=missing/socket client=fd://900; do
        playhead --input-ipc-$place $MEDIA/bbb_small.mp4
        echo status $?
      done
      cat file
      """, in: folder)
    #expect(outcome.output == String(repeating: "status 1\n", count: 4) + "kept")
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: socket: another process listens on this socket",
        "playhead: file: exists and is not a socket",
        "playhead: missing/socket: No such file or directory",
        "playhead: fd://900: Bad file descriptor",
      ])
    let client = try SocketEnd(path: folder.path("socket"))
    #expect(try ask(client, "[\"client_name\"]") != nil)
    process.send(SIGTERM)
    #expect(process.waitForExit() == 143)
  }

  @Test func theCommandQuitsWhenTheClientOfADescriptorGoesAway() throws {
    let folder = try TemporaryDirectory()
    let (client, descriptor) = try SocketEnd.pair()
    let process = try start(
      ["--pause", "-f", "json", "--input-ipc-client=fd://3"], in: folder, descriptor: descriptor)
    close(descriptor)
    #expect(try ask(client, "[\"client_name\"]")?.contains("\"ipc\"") == true)
    client.endWriting()
    #expect(try client.readToEnd() >= 0)
    #expect(process.waitForExit() == 0)
  }

  @Test func aFloodOfConnectionsLeavesDescriptorsForPlayback() throws {
    let folder = try TemporaryDirectory()
    let process = try start(in: folder, limit: 64)
    let path = folder.path("socket")
    let client = try SocketEnd(path: path)
    var others: [SocketEnd] = []
    for number in 0..<10_000 {
      let other = try SocketEnd(path: path)
      if number % 2 == 0 { _ = other.writeSome(Array("{\"command\":[".utf8)[...]) }
      if number % 200 == 0 { others.append(other) }
    }
    #expect(try ask(client, "[\"get_property\",\"pause\"]")?.contains("true") == true)
    let open = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(process.identifier)/fd"
    ).count
    // A quarter of them at most is for clients.
    #expect(open < 48)
    #expect(
      try errors(in: folder)
        == "playhead: more than 16 IPC clients; the others are disconnected\n")
    process.send(SIGTERM)
    #expect(process.waitForExit() == 143)
  }

  /// A hundred lines that are no requests, with all that JSON does not permit.
  @Test func garbageDoesNotDisturbPlayback() throws {
    let folder = try TemporaryDirectory()
    let process = try start(in: folder)
    let client = try SocketEnd(path: folder.path("socket"))
    var random = SplitMix64(seed: 20)
    var bytes: [UInt8] = []
    for _ in 0..<100 {
      let count = Int.random(in: 0..<200, using: &random)
      bytes += (random.next() % 2 == 0 ? Array("{\"command\":[".utf8) : [])
      bytes += (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } + [10]
    }
    for text in ["[", "{\"a\":", "\u{FEFF}", "\"", "{\"command\":[\"\\u0000\\ud800\"]}"] {
      bytes += Array(String(repeating: text, count: 10_000).utf8) + [10]
    }
    _ = client.writeSome(bytes[...], waiting: true)
    let other = try SocketEnd(path: folder.path("socket"))
    #expect(try ask(other, "[\"get_property\",\"pause\"]")?.contains("true") == true)
    client.endWriting()
    #expect(try client.readToEnd() > 0)
    process.send(SIGTERM)
    #expect(process.waitForExit() == 143)
  }
}
