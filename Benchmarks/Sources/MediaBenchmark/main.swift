// Reads every packet of a file through the library: the cost of scanning.
//
// Usage: MediaBenchmark FILE
import PlayheadKit

do throws(MediaError) {
  let media = try PreparedMedia(path: CommandLine.arguments.last ?? "")
  let source = try media.open(interruption: Interruption())
  var (packets, bytes) = (0, 0)
  while case .packet(let packet) = try source.read() {
    packets += 1
    bytes += packet.byteCount
  }
  print("\(packets) packets, \(bytes) bytes")
} catch {
  print(error)
}
