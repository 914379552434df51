/// The format of the pictures of a video track, as far as the container and the headers of the codec declare
/// it.
///
/// Names are those of FFmpeg, as in `yuv420p` and `bt709`.
public struct PictureFormat: Hashable, Sendable, Codable {
  /// Whether frames are complete pictures, or the order of their fields.
  @nonexhaustive
  public enum FieldOrder: String, Hashable, Sendable, Codable {
    /// Frames are complete pictures.
    case progressive
    /// Two fields; the top one is coded and displayed first.
    case topFirst = "tt"
    /// Two fields; the bottom one is coded and displayed first.
    case bottomFirst = "bb"
    /// Two fields; the top one is coded first, and the bottom one is displayed first.
    case bottomFirstTopCodedFirst = "tb"
    /// Two fields; the bottom one is coded first, and the top one is displayed first.
    case topFirstBottomCodedFirst = "bt"
  }

  /// The colours and the luminance of the display on which a film was finished.
  public struct MasteringDisplay: Hashable, Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
      case primaries
      case whitePoint = "white_point"
      case leastLuminance = "min_luminance"
      case greatestLuminance = "max_luminance"
    }

    /// The chromaticities x and y of red, green and blue (CIE 1931); nil if unknown.
    public var primaries: [[Double]]?
    /// The chromaticities x and y of white; nil if unknown.
    public var whitePoint: [Double]?
    /// The least luminance in cd/m²; nil if unknown.
    public var leastLuminance: Double?
    /// The greatest luminance in cd/m²; nil if unknown.
    public var greatestLuminance: Double?

    /// Creates the description of an unknown display.
    public init() {}
  }

  /// The light of the content.
  public struct ContentLight: Hashable, Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
      case greatest = "max_content"
      case greatestFrameAverage = "max_average"
    }

    /// The greatest light level of a pixel in cd/m² (MaxCLL).
    public var greatest: Int
    /// The greatest average of a frame in cd/m² (MaxFALL).
    public var greatestFrameAverage: Int

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - greatest: The greatest light level of a pixel in cd/m².
    ///   - greatestFrameAverage: The greatest average of a frame in cd/m².
    public init(greatest: Int, greatestFrameAverage: Int) {
      (self.greatest, self.greatestFrameAverage) = (greatest, greatestFrameAverage)
    }
  }

  /// The configuration of Dolby Vision.
  public struct DolbyVision: Hashable, Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
      case profile, level
      case compatibility
      case hasEnhancementLayer = "enhancement_layer"
    }

    /// The profile.
    public var profile: Int
    /// The level.
    public var level: Int
    /// The identifier of the signal to which the base layer is compatible; 0 for none.
    public var compatibility: Int
    /// Whether the track has an enhancement layer.
    public var hasEnhancementLayer: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - level: The level.
    ///   - compatibility: The identifier of the signal to which the base layer is compatible.
    ///   - hasEnhancementLayer: Whether the track has an enhancement layer.
    public init(profile: Int, level: Int, compatibility: Int, hasEnhancementLayer: Bool) {
      (self.profile, self.level, self.compatibility) = (profile, level, compatibility)
      self.hasEnhancementLayer = hasEnhancementLayer
    }
  }

  private enum CodingKeys: String, CodingKey {
    case pixelFormat = "pixel_format"
    case sampleAspectRatio = "sample_aspect_ratio"
    case fieldOrder = "field_order"
    case colorRange = "color_range"
    case colorPrimaries = "color_primaries"
    case colorTransfer = "color_transfer"
    case colorMatrix = "color_matrix"
    case chromaLocation = "chroma_location"
    case masteringDisplay = "mastering_display"
    case contentLight = "content_light"
    case dolbyVision = "dolby_vision"
  }

  /// The arrangement of the samples.
  public var pixelFormat: String?
  /// The width of a sample divided by its height, as in `4:3`.
  public var sampleAspectRatio: String?
  /// Whether frames are complete pictures, or the order of their fields.
  public var fieldOrder: FieldOrder?
  /// The range of the samples: `tv` if it leaves room at both ends, otherwise `pc`.
  public var colorRange: String?
  /// The primary colours.
  public var colorPrimaries: String?
  /// The transfer function.
  public var colorTransfer: String?
  /// The matrix between the primary colours and the samples.
  public var colorMatrix: String?
  /// Where the samples of chroma are.
  public var chromaLocation: String?
  /// The display on which the film was finished.
  public var masteringDisplay: MasteringDisplay?
  /// The light of the content.
  public var contentLight: ContentLight?
  /// The configuration of Dolby Vision.
  public var dolbyVision: DolbyVision?

  /// Creates an unknown format.
  public init() {}

  /// Encodes the format, with null for unknown properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pixelFormat, forKey: .pixelFormat)
    try container.encode(sampleAspectRatio, forKey: .sampleAspectRatio)
    try container.encode(fieldOrder, forKey: .fieldOrder)
    try container.encode(colorRange, forKey: .colorRange)
    try container.encode(colorPrimaries, forKey: .colorPrimaries)
    try container.encode(colorTransfer, forKey: .colorTransfer)
    try container.encode(colorMatrix, forKey: .colorMatrix)
    try container.encode(chromaLocation, forKey: .chromaLocation)
    try container.encode(masteringDisplay, forKey: .masteringDisplay)
    try container.encode(contentLight, forKey: .contentLight)
    try container.encode(dolbyVision, forKey: .dolbyVision)
  }
}
