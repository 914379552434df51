import CPlayheadFFmpeg
import PlayheadMedia

extension Interruption {
  /// The callback that ends FFmpeg's calls after the interruption, which must outlive the context that uses it.
  var callback: AVIOInterruptCB {
    // It does not retain the interruption.
    AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.isInterrupted ? 1 : 0
        }
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
