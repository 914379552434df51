/// A source that may be a local file, all of whose bytes can be read in a short time.
package protocol FileSource: MediaSource {
  /// The number of bytes of the file; nil for other media, and while a file grows.
  var fileByteCount: Int64? { get }
}
