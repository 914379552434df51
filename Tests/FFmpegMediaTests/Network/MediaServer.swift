import Foundation

/// A local HTTP server that serves one file, correctly or with a defect.
///
/// Each connection has its own thread, which sends one response and closes it. The server runs
/// until it is released.
final class MediaServer: Sendable {
  struct Conduct: Sendable {
    var status = "200 OK"
    /// Whether range requests are served.
    var servesRanges = true
    /// The length to declare; nil declares the actual length.
    var declaredLength: Int?
    var declaresLength = true
    /// The length of the whole file to declare in each response to a range request; nil declares the
    /// actual length.
    var declaredTotal: String?
    /// The number of bytes of the body after which each of the first connections breaks off.
    var breaksAfter: Int?
    var breakingConnections = Int.max
    /// Whether the connection stays open and silent once everything was sent.
    var staysOpen = false
    /// The number of bytes sent at a time.
    var pieceLength = 65_536
    /// The line that a request must have; others are refused.
    var requiredLine: String?
    /// Whether requests are answered. Otherwise their connections are closed.
    var answers = true
    /// Whether a request for all bytes of an empty file is refused, as one for bytes behind the end of any file.
    var refusesEmptyRanges = false
    /// The target of a redirect.
    var location: String?
    /// The name of a radio station.
    var station: String?
    /// The number of bytes of the body after which a radio station sends titles in it.
    var titleInterval: Int?
    /// Whether requests for a part of the body behind its start are answered. Otherwise their connections stay silent.
    var answersRanges = true
  }

  private let listener: LoopbackListener
  private let body: Data
  private let conduct: Conduct
  private let connections = Counter()
  private let silences = Counter()
  private let sent = Counter()

  init(_ body: Data, _ conduct: Conduct = Conduct()) throws {
    listener = try LoopbackListener()
    self.body = body
    self.conduct = conduct
    Thread.detachNewThread { [weak self, listener] in
      while let connection = listener.waitForConnection() {
        guard let self else { return _ = close(connection) }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    listener.stop()
  }

  var connectionCount: Int { connections.value }

  /// The number of bytes of the body that were sent, on all connections.
  var sentByteCount: Int { sent.value }

  /// Whether a connection is open and silent because everything was sent.
  var isSilent: Bool { silences.value > 0 }

  func url(_ name: String) -> String { "http://127.0.0.1:\(listener.port)/\(name)" }

  private func serve(_ connection: Int32) {
    let number = connections.increment()
    let request = Self.readRequest(connection)
    if let line = conduct.requiredLine, !request.contains("\r\n\(line)\r\n") {
      BytePipe.write(
        Data("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n".utf8), to: connection)
      close(connection)
      return
    }
    guard conduct.answers else {
      close(connection)
      return
    }
    let isEmpty = body.isEmpty && !conduct.refusesEmptyRanges
    let start = conduct.servesRanges && !isEmpty ? Self.rangeStart(in: request) : nil
    var head: String
    if let start, start >= body.count {
      head = "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */\(body.count)\r\n"
      head += "Content-Length: 0\r\nConnection: close\r\n\r\n"
      BytePipe.write(Data(head.utf8), to: connection)
      close(connection)
      return
    }
    if !conduct.answersRanges, (start ?? 0) > 0 {
      silences.increment()
      _ = Self.readRequest(connection)
      close(connection)
      return
    }
    let length = conduct.declaredLength ?? body.count
    head = "HTTP/1.1 \(start == nil ? conduct.status : "206 Partial Content")\r\n"
    if conduct.servesRanges { head += "Accept-Ranges: bytes\r\n" }
    let end = min(conduct.servesRanges ? Self.rangeEnd(in: request) ?? length : length, length)
    if let start {
      head += "Content-Range: bytes \(start)-\(end - 1)/\(conduct.declaredTotal ?? "\(length)")\r\n"
    }
    if conduct.declaresLength { head += "Content-Length: \(end - (start ?? 0))\r\n" }
    if let location = conduct.location { head += "Location: \(location)\r\n" }
    if let station = conduct.station { head += "icy-name: \(station)\r\n" }
    if let interval = conduct.titleInterval { head += "icy-metaint: \(interval)\r\n" }
    BytePipe.write(Data((head + "Connection: close\r\n\r\n").utf8), to: connection)
    var rest = body.prefix(end).dropFirst(start ?? 0)
    if let breaking = conduct.breaksAfter, number <= conduct.breakingConnections {
      rest = rest.prefix(breaking)
    }
    while !rest.isEmpty {
      let piece = rest.prefix(conduct.pieceLength)
      guard BytePipe.write(piece, to: connection) else { break }
      sent.increment(by: piece.count)
      rest = rest.dropFirst(piece.count)
    }
    if conduct.staysOpen {
      silences.increment()
      _ = Self.readRequest(connection)
    }
    close(connection)
  }

  /// Reads a request until its blank line, or until the client disconnects.
  private static func readRequest(_ connection: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(connection, &byte, 1) == 1 {
      bytes.append(byte)
      if bytes.suffix(4) == [13, 10, 13, 10] { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func rangeStart(in request: String) -> Int? {
    guard let range = request.lowercased().firstRange(of: "range: bytes=") else { return nil }
    return Int(request[range.upperBound...].prefix { $0.isNumber })
  }

  /// Returns the end of a range, if the request has one.
  private static func rangeEnd(in request: String) -> Int? {
    guard let range = request.lowercased().firstRange(of: "range: bytes=") else { return nil }
    let numbers = request[range.upperBound...].prefix { $0.isNumber || $0 == "-" }
    let parts = numbers.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 ? Int(parts[1]).map { $0 + 1 } : nil
  }
}

/// A counter that any thread may use.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  @discardableResult
  func increment(by amount: Int = 1) -> Int {
    lock.withLock {
      count += amount
      return count
    }
  }
}
