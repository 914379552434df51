// AVKit shows players in windows, which do not exist here. Its module gives code AVFoundation's names.
@_exported import AVFoundation
