import CPlayheadFFmpeg
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadLocking
import PlayheadTestEnvironment
import Testing

/// Files and URLs that a source refers to are opened only if that is allowed.
@Suite struct ReferenceTests {
  private let root: TemporaryDirectory
  /// The directory, inside `root`, whose files may be opened. No others may.
  private let folder: String
  private let segment: Data

  init() throws {
    root = try TemporaryDirectory()
    folder = root.path("folder")
    segment = try Repository.sampleBytes("bbb_start3600.ts")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/below", withIntermediateDirectories: true)
    for name in ["outside.ts", "folder/beside.ts", "folder/with space.ts", "folder/below/deep.ts"] {
      _ = try root.write(segment, to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link.ts", withDestinationPath: root.path("outside.ts"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/inner.ts", withDestinationPath: "\(folder)/below/deep.ts")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/linked", withDestinationPath: root.path)
  }

  private func write(_ text: String, to name: String) throws -> String {
    try root.write(Data(text.utf8), to: "folder/\(name)")
  }

  private func playlist(_ lines: String...) -> String {
    let text = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:6"] + lines
    return (text + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  private func playlist(of url: String) -> String { playlist("#EXTINF:6,", url) }

  private func packetCount(
    _ path: String, protocols: Set<String> = []
  ) throws -> Int {
    let opener = LocatedMedia(path: path, protocols: protocols)
    return try opener.open(interruption: Interruption()).readAll().count
  }

  private func expectRefused(_ path: String, _ reference: String, _ reason: String) throws {
    let error = try #require(throws: MediaError.self) { _ = try packetCount(path) }
    #expect(error.reason == .forbiddenReference, "\(error)")
    let detail = try #require(error.detail)
    #expect(detail.contains("\(reference): "), "\(error)")
    #expect(detail.hasSuffix(reason), "\(error)")
    #expect(!error.description.contains("\n"))
  }

  private static let outside = "outside the directory of the file that refers to it"

  // MARK: Playlists

  @Test(arguments: [
    "beside.ts", "./beside.ts", "below/deep.ts", "below/../beside.ts", "inner.ts", "with space.ts",
    "../folder/beside.ts",
  ])
  func aPlaylistMayNameFilesInItsDirectory(_ name: String) throws {
    let expected = try packetCount("\(folder)/beside.ts")
    let path = try write(playlist(of: name), to: "list.m3u8")
    #expect(try packetCount(path) == expected)
  }

  @Test func aPlaylistMayNameFilesInItsDirectoryByAbsolutePath() throws {
    let path = try write(playlist(of: "\(folder)/beside.ts"), to: "list.m3u8")
    #expect(try packetCount(path) > 0)
    let url = try write(playlist(of: "file://\(folder)/beside.ts"), to: "url.m3u8")
    #expect(try packetCount(url) > 0)
  }

  @Test(arguments: ["../outside.ts", "link.ts", "linked/outside.ts", "below/../../outside.ts"])
  func aPlaylistMayNotNameFilesOutsideItsDirectory(_ name: String) throws {
    let path = try write(playlist(of: name), to: "list.m3u8")
    try expectRefused(path, name, Self.outside)
  }

  @Test(arguments: ["", "file:", "file://"])
  func aPlaylistMayNotNameOutsideFilesByAbsolutePath(_ prefix: String) throws {
    let url = prefix + root.path("outside.ts")
    try expectRefused(write(playlist(of: url), to: "list.m3u8"), url, Self.outside)
  }

  /// A later segment is checked when it is reached.
  @Test func aSecondSegmentOutsideTheDirectoryIsRefused() throws {
    let text = playlist("#EXTINF:6,", "beside.ts", "#EXTINF:6,", "../outside.ts")
    try expectRefused(write(text, to: "list.m3u8"), "outside.ts", Self.outside)
  }

  @Test func aVariantPlaylistOutsideTheDirectoryIsRefused() throws {
    _ = try root.write(Data(playlist(of: "outside.ts").utf8), to: "other.m3u8")
    let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n../other.m3u8\n"
    try expectRefused(write(text, to: "list.m3u8"), "other.m3u8", Self.outside)
  }

  @Test func aVariantPlaylistThatNamesOutsideFilesIsRefused() throws {
    _ = try write(playlist(of: "../outside.ts"), to: "variant.m3u8")
    let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvariant.m3u8\n"
    try expectRefused(write(text, to: "list.m3u8"), "outside.ts", Self.outside)
  }

  @Test func aDecryptionKeyOutsideTheDirectoryIsRefused() throws {
    _ = try root.write(Data(count: 16), to: "secret.ts")
    let text = playlist(
      "#EXT-X-KEY:METHOD=AES-128,URI=\"../secret.ts\"", "#EXTINF:6,", "beside.ts")
    try expectRefused(write(text, to: "list.m3u8"), "secret.ts", Self.outside)
  }

  /// FFmpeg would accept only names with an extension of media.
  @Test(arguments: ["secret.key", "secret"])
  func aDecryptionKeyMayHaveAnyName(_ name: String) throws {
    let key = "0123456789ABCDEF"
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    let digits = key.utf8.map { String($0, radix: 16) }.joined()
    av_dict_set(&options, "encryption_key", digits, 0)
    av_dict_set(&options, "encryption_iv", String(repeating: "0", count: 32), 0)
    var output: UnsafeMutablePointer<AVIOContext>?
    let url = "crypto:file:\(folder)/encrypted.ts"
    try #require(avio_open2(&output, url, AVIO_FLAG_WRITE, nil, &options) >= 0)
    segment.withUnsafeBytes {
      avio_write(output, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32($0.count))
    }
    avio_closep(&output)
    _ = try write(key, to: name)
    let text = playlist(
      "#EXT-X-KEY:METHOD=AES-128,URI=\"\(name)\",IV=0x\(String(repeating: "0", count: 32))",
      "#EXTINF:6,", "encrypted.ts")
    let path = try write(text, to: "list.m3u8")
    #expect(try packetCount(path) == packetCount("\(folder)/beside.ts"))
  }

  @Test func anInitializationSectionOutsideTheDirectoryIsRefused() throws {
    _ = try root.write(Repository.sampleBytes("bbb_small.mp4"), to: "init.mp4")
    let text = playlist("#EXT-X-MAP:URI=\"../init.mp4\"", "#EXTINF:6,", "beside.ts")
    try expectRefused(write(text, to: "list.m3u8"), "init.mp4", Self.outside)
  }

  @Test func anEncryptedSegmentOutsideTheDirectoryIsRefused() throws {
    _ = try write(String(repeating: "k", count: 16), to: "key.ts")
    let text = playlist("#EXT-X-KEY:METHOD=AES-128,URI=\"key.ts\"", "#EXTINF:6,", "../outside.ts")
    try expectRefused(write(text, to: "list.m3u8"), "outside.ts", Self.outside)
  }

  @Test(arguments: ["http", "https"]) func aLocalPlaylistMayNotNameURLs(_ scheme: String) throws {
    let server = try LoopbackListener()
    let url = "\(scheme)://127.0.0.1:\(server.port)/a.ts"
    try expectRefused(
      write(playlist(of: url), to: "list.m3u8"), url, "the protocol '\(scheme)' is not allowed")
    #expect(!server.hasBeenCalled)
  }

  /// FFmpeg would open the FIFO itself, where it cannot be interrupted.
  @Test func aPlaylistMayNotNameAFIFO() throws {
    _ = try root.makeFIFO("folder/live.ts")
    let path = try write(playlist(of: "live.ts"), to: "list.m3u8")
    #expect(throws: MediaError.self) { try packetCount(path) }
  }

  /// FFmpeg itself opens the FIFO, and reads it.
  @Test func theWaitForTheFIFOOfAScriptCanBeInterrupted() throws {
    let fifo = try root.makeFIFO("folder/live.ts")
    let path = try write(script("file live.ts"), to: "list.ffconcat")
    let interruption = Interruption()
    let writer = Locked<Int32>(-1)
    Thread.detachNewThread {
      // A FIFO without a reader cannot be opened in this way.
      var descriptor: Int32 = -1
      while descriptor < 0 { descriptor = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
      writer.withLock { $0 = descriptor }
      interruption.interrupt()
    }
    let opener = LocatedMedia(path: path, protocols: ["file"])
    let error = #expect(throws: MediaError.self) { try opener.open(interruption: interruption) }
    #expect(error?.reason == .interrupted)
    close(writer.withLock(\.self))
  }

  /// References are resolved in the directory of the playlist, even if its own name has none.
  @Test func aPlaylistNamedWithoutADirectoryMayNotNameOutsideLinks() async {
    await #expect(processExitsWith: .success) {
      let test = try ReferenceTests()
      _ = try test.write(test.playlist(of: "link.ts"), to: "list.m3u8")
      #expect(chdir(test.folder) == 0)
      try test.expectRefused("list.m3u8", "link.ts", ReferenceTests.outside)
    }
  }

  @Test func aPlaylistOnStandardInputMayNotNameFiles() async {
    await #expect(processExitsWith: .success) {
      let test = try ReferenceTests()
      let file = open(try test.write(test.playlist(of: "beside.ts"), to: "list.m3u8"), O_RDONLY)
      #expect(dup2(file, 0) == 0)
      #expect(chdir(test.folder) == 0)
      if LibavformatVersion.major < 61 {
        return try test.expectRefused("-", "beside.ts", "local files are not allowed")
      }
      // FFmpeg 7.1 recognizes a playlist only by its file name.
      let error = #expect(throws: MediaError.self) { try test.packetCount("-") }
      #expect(error?.reason == .notMedia)
    }
  }

  // MARK: Allowed references

  @Test func filesAnywhereAreOpenedIfAllowed() throws {
    let path = try write(playlist(of: root.path("outside.ts")), to: "list.m3u8")
    let expected = try packetCount("\(folder)/beside.ts")
    #expect(try packetCount(path, protocols: ["file"]) == expected)
  }

  @Test func urlsAreOpenedIfAllowed() throws {
    let server = try MediaServer(segment)
    let path = try write(playlist(of: server.url("a.ts")), to: "list.m3u8")
    let expected = try packetCount("\(folder)/beside.ts")
    #expect(try packetCount(path, protocols: ["http"]) == expected)
  }

  /// HTTP itself uses TCP.
  @Test func allowingHTTPDoesNotAllowTCP() throws {
    let server = try LoopbackListener()
    let script = "ffconcat version 1.0\nfile tcp://127.0.0.1:\(server.port)\n"
    let path = try write(script, to: "list.ffconcat")
    let error = #expect(throws: MediaError.self) { try packetCount(path, protocols: ["http"]) }
    #expect(error?.reason == .forbiddenReference)
    let list = try write(playlist(of: "tcp://127.0.0.1:\(server.port)"), to: "list.m3u8")
    #expect(throws: MediaError.self) { try packetCount(list, protocols: ["http"]) }
    #expect(!server.hasBeenCalled)
  }

  @Test func aRemotePlaylistMayNameURLsButNoFiles() throws {
    let local = try MediaServer(Data(playlist(of: "file://\(folder)/beside.ts").utf8))
    let error = #expect(throws: MediaError.self) { try packetCount(local.url("list.m3u8")) }
    #expect(error?.reason == .forbiddenReference, "\(String(describing: error))")
    let media = try MediaServer(segment)
    let remote = try MediaServer(Data(playlist(of: media.url("a.ts")).utf8))
    let expected = try packetCount("\(folder)/beside.ts")
    #expect(try packetCount(remote.url("list.m3u8")) == expected)
  }

  // MARK: Scripts

  private func script(_ lines: String...) -> String {
    (["ffconcat version 1.0"] + lines + [""]).joined(separator: "\n")
  }

  private static let needsFile = "a concat script needs the protocol 'file'"

  @Test func aScriptMayNameFilesIfAllAreAllowed() throws {
    let expected = try packetCount("\(folder)/beside.ts")
    let path = try write(
      script("file beside.ts", "file below/deep.ts", "file \(root.path("outside.ts"))"),
      to: "list.ffconcat")
    #expect(try packetCount(path, protocols: ["file"]) == 3 * expected)
  }

  @Test(arguments: [
    "file beside.ts", "file ../outside.ts", "file '../outside.ts'", "file link.ts",
    "file linked/outside.ts", "  file  ..\\/outside.ts", "# No file is named.",
  ])
  func aScriptNeedsAllFilesToBeAllowed(_ line: String) throws {
    let path = try write(script("file beside.ts", line), to: "list.ffconcat")
    try expectRefused(path, "local files", Self.needsFile)
    let error = #expect(throws: MediaError.self) { try packetCount(path, protocols: ["http"]) }
    #expect(error?.reason == .forbiddenReference)
  }

  /// However much comes before the name of a file, it is not opened.
  @Test func aLongScriptIsRefusedAsAnyOther() throws {
    let comment = "#" + String(repeating: "x", count: 1_000)
    let lines = Array(repeating: comment, count: 4_300) + ["file link.ts", ""]
    let text = "ffconcat version 1.0\n" + lines.joined(separator: "\n")
    try expectRefused(write(text, to: "list.ffconcat"), "local files", Self.needsFile)
  }

  @Test func aScriptMayNotNameOutsideFilesByAbsolutePath() throws {
    let path = try write(script("file \(root.path("outside.ts"))"), to: "list.ffconcat")
    try expectRefused(path, "local files", Self.needsFile)
  }

  @Test func aScriptMayNotNameURLs() throws {
    let server = try LoopbackListener()
    let url = "http://127.0.0.1:\(server.port)/a.ts"
    let path = try write(script("file \(url)"), to: "list.ffconcat")
    try expectRefused(path, "local files", Self.needsFile)
    #expect(throws: MediaError.self) { try packetCount(path, protocols: ["file"]) }
    #expect(!server.hasBeenCalled)
  }

  /// Only what FFmpeg allows by itself protects the files, because FFmpeg opens them itself.
  @Test func aScriptMayNotNameAScript() throws {
    _ = try write(script("file deep.ts"), to: "below/inner.ffconcat")
    let path = try write(script("file below/inner.ffconcat"), to: "list.ffconcat")
    try expectRefused(path, "local files", Self.needsFile)
  }

  /// FFmpeg would open such a playlist without asking for permission.
  @Test func aScriptMayNotNameAPlaylist() throws {
    _ = try write(playlist(of: root.path("outside.ts")), to: "inner.m3u8")
    let path = try write(script("file inner.m3u8"), to: "list.ffconcat")
    for protocols in [[], ["file"]] as [Set<String>] {
      #expect(throws: MediaError.self) { try packetCount(path, protocols: protocols) }
    }
  }

  @Test func aPlaylistMayNotNameAScript() throws {
    _ = try write(script("file link.ts"), to: "inner.ts")
    let path = try write(playlist(of: "below/inner.ts"), to: "list.m3u8")
    _ = try write(script("file ../link.ts"), to: "below/inner.ts")
    #expect(throws: MediaError.self) { try packetCount(path) }
  }

  // MARK: Others

  @Test func aDASHManifestNeedsAllFilesToBeAllowed() throws {
    let text = """
      <?xml version="1.0"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT5S"
        profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" minBufferTime="PT1S">
      <Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1000">
      <BaseURL>../outside.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
      """
    _ = try root.write(Repository.sampleBytes("beepflash/bf_frag.mp4"), to: "outside.mp4")
    let path = try write(text, to: "list.mpd")
    try expectRefused(path, "files", "a DASH manifest needs the protocol 'file'")
    #expect(try packetCount(path, protocols: ["file"]) > 0)
  }

  /// One number declares them. FFmpeg tries to open each, but 9.0 ends the media after a hundred that do not
  /// exist.
  @Test func readingEndsIfAManifestDeclaresBillionsOfSegments() throws {
    let made = "Tests/Fixtures/media/fields"
    for name in ["init-0.m4s", "part-0-1.m4s", "part-0-2.m4s"] {
      let bytes = try Data(contentsOf: URL(filePath: Repository.path("\(made)/\(name)")))
      _ = try root.write(bytes, to: "folder/\(name)")
    }
    let text = try Repository.text(of: "\(made)/number.mpd")
    let declared = text.replacing("uration=\"PT0.5S\"", with: "uration=\"PT2147483647S\"")
    // FFmpeg 5.1 does not know this number.
    let damaged = declared.replacing(" endNumber=\"2\"", with: "")
    #expect(declared != text && damaged != declared)
    let path = try write(damaged, to: "list.mpd")
    if LibavformatVersion.major >= 63 {
      let count = try packetCount(path, protocols: ["file"])
      #expect(count == 5)
      return
    }
    let error = #expect(throws: MediaError.self) { try packetCount(path, protocols: ["file"]) }
    #expect(error?.reason == .damaged)
  }

  @Test func aSessionDescriptionIsRefused() throws {
    let text =
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 50000 RTP/AVP 33\n"
    #expect(throws: MediaError.self) { try packetCount(write(text, to: "a.sdp")) }
  }
}
