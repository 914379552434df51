import PlayheadAudio

/// A rule of audio outputs. It can be checked on any output.
public struct AudioOutputCheck: Sendable, CustomStringConvertible {
  public let description: String
  private let body: @Sendable (AudioOutputRow) throws -> [String]

  init(_ rule: String, body: @escaping @Sendable (AudioOutputRow) throws -> [String]) {
    description = rule
    self.body = body
  }

  /// Returns the violations of the rule.
  ///
  /// - Parameter row: The output to check.
  /// - Returns: One sentence for each violation; empty if the rule holds.
  public func violations(_ row: AudioOutputRow) -> [String] {
    do { return try body(row) } catch { return ["\(error)"] }
  }

  /// All rules of outputs.
  public static var all: [AudioOutputCheck] { playing + reporting + ending }

  /// Returns the sentence if the condition is false.
  static func require(_ condition: Bool, _ sentence: String) -> [String] {
    condition ? [] : [sentence]
  }
}

/// A kind of output that the rules of outputs are checked with.
public struct AudioOutputRow: Sendable, CustomStringConvertible {
  /// A device that no other trial uses.
  public struct Trial {
    /// Opens outputs on the device.
    public var opener: any AudioOutputOpener
    /// Returns the values of samples, by their numbers from 0. All samples differ, and none is silent.
    public var samples: (Range<Int>) -> [Float]
    /// Lets a few milliseconds pass.
    public var wait: () -> Void
    /// Returns the values of all samples that the device has played, without silence.
    public var heardSamples: () -> [Float]

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - opener: Opens outputs on the device, with two channels.
    ///   - samples: Returns the values of samples, by their numbers from 0. All samples differ, and none
    ///     is silent.
    ///   - wait: Lets a few milliseconds pass.
    ///   - heardSamples: Returns the values of all samples that the device has played.
    public init(
      opener: any AudioOutputOpener, samples: @escaping (Range<Int>) -> [Float],
      wait: @escaping () -> Void, heardSamples: @escaping () -> [Float]
    ) {
      self.opener = opener
      self.samples = samples
      self.wait = wait
      self.heardSamples = heardSamples
    }
  }

  /// The output, in a few words.
  public let description: String
  /// Makes a device.
  public let makeTrial: @Sendable () throws -> Trial

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - description: The output, in a few words.
  ///   - makeTrial: Makes a device that no other trial uses.
  public init(_ description: String, makeTrial: @escaping @Sendable () throws -> Trial) {
    self.description = description
    self.makeTrial = makeTrial
  }
}
