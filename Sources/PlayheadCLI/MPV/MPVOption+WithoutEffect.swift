/// Options of mpv 0.35 that have no effect here. They are about pictures, subtitles, windows, scripts,
/// caches and requests, or the way in which sound reaches its device.
extension MPVOption {
  static let withoutEffect: [MPVOption] =
    options(flags, .flag) + options(switches, .word(isOptional: true))
    + options(choices, .word(isOptional: false)) + options(values, .anyText)
    + options(lists, .list)

  private static func options(_ names: String, _ kind: Kind) -> [MPVOption] {
    names.split { $0 == " " || $0 == "\n" }.map { MPVOption(String($0), kind) }
  }

  private static let flags = """
    alsa-ignore-chmap alsa-resample ao-null-untimed audio-exclusive audio-fallback-to-null
    audio-normalize-downmix audio-pitch-correction audio-stream-silence autoload-files
    border cache-on-disk cache-pause cache-pause-initial config cookies correct-downscaling
    cover-art-whitelist cursor-autohide-fs-only deband deinterlace demuxer-cache-wait
    demuxer-donate-buffer demuxer-thread embeddedfonts focus-on-open force-seekable
    force-window-position fullscreen hidpi-window-scale hr-seek-framedrop
    ignore-path-in-watch-later-config initial-audio-sync input-builtin-bindings input-cursor
    input-default-bindings input-gamepad input-media-keys input-right-alt-gr
    input-vo-keyboard interpolation keep-open-pause keepaspect keepaspect-window
    load-osd-console load-scripts load-stats-overlay msg-color msg-module msg-time native-fs
    native-keyrepeat on-all-workspaces ontop opengl-pbo ordered-chapters osc osd-bar
    osd-bold osd-fractions osd-italic osd-scale-by-window prefetch-playlist
    pulse-latency-hacks replaygain-clip resume-playback-check-mtime scaler-resizes-only
    secondary-sub-visibility snap-window stretch-dvd-subs stretch-image-subs-to-screen
    sub-ass sub-ass-force-margins sub-ass-justify sub-ass-scale-with-window sub-bold
    sub-clear-on-seek sub-create-cc-track sub-fix-timing sub-italic sub-past-video-end
    sub-scale-by-window sub-scale-with-window sub-use-margins sub-visibility
    subs-with-matching-audio taskbar-progress term-osd-bar tls-verify untimed
    use-embedded-icc-profile use-filedir-conf vd-lavc-fast video-latency-hacks video-osd
    vulkan-async-compute vulkan-async-transfer wayland-configure-bounds
    wayland-disable-vsync window-dragging window-maximized window-minimized
    write-filename-in-watch-later-config ytdl
    """

  /// Without a value, `yes`.
  private static let switches = """
    blend-subtitles cache demuxer-seekable-cache force-window gapless-audio hdr-compute-peak
    hr-seek load-auto-profiles opengl-es stop-screensaver sub-ass-override
    sub-forced-only vd-lavc-dr vd-lavc-software-fallback video-unscaled
    x11-bypass-compositor x11-netwm x11-present
    """

  /// With a value, which may be `no`.
  private static let choices = """
    audio-display cache-unlink-files cover-art-auto cursor-autohide dither framedrop
    hls-bitrate osd-on-seek player-operation-mode replaygain secondary-sid sub-auto term-osd
    video-rotate
    """

  private static let values = """
    alsa-buffer-time alsa-periods audio-buffer audio-channels audio-client-name audio-format
    audio-samplerate audio-wait-open autofit autofit-larger autofit-smaller background
    brightness cache-dir cache-pause-wait cache-secs chapter-merge-threshold
    chapter-seek-threshold config-dir contrast cscale demuxer-max-back-bytes
    demuxer-max-bytes demuxer-readahead-secs demuxer-termination-timeout dscale
    fs-screen fs-screen-name gamma geometry gpu-api gpu-context
    hr-seek-demuxer-offset hue hwdec hwdec-codecs hwdec-extra-frames hwdec-image-format
    image-display-duration input-ar-delay input-ar-rate input-conf input-doubleclick-time
    input-key-fifo-size metadata-codepage monitoraspect network-timeout ontop-level
    opengl-swapinterval osd-back-color osd-border-color osd-border-size osd-color
    osd-duration osd-font osd-font-provider osd-font-size osd-level osd-msg1 osd-msg2
    osd-msg3 osd-playing-msg osd-playing-msg-duration osd-scale osd-status-msg
    override-display-fps panscan pipewire-buffer pulse-buffer referrer replaygain-fallback
    replaygain-preamp rtsp-transport saturation scale scaler-lut-size screen screen-name
    screenshot-directory screenshot-format screenshot-jpeg-quality screenshot-template
    sharpen spirv-compiler stream-buffer-size sub-ass-hinting sub-ass-shaper sub-ass-styles
    sub-back-color sub-border-color sub-border-size sub-codepage sub-color sub-delay
    sub-demuxer sub-font sub-font-provider sub-font-size sub-fps sub-justify sub-pos
    sub-scale sub-speed swapchain-depth target-peak target-prim target-trc teletext-page
    term-osd-bar-chars term-playing-msg term-status-msg term-title title tone-mapping tscale
    user-agent vd-lavc-framedrop vd-lavc-threads video-align-x video-align-y
    video-aspect-method video-aspect-override video-margin-ratio-bottom
    video-margin-ratio-left video-margin-ratio-right video-margin-ratio-top
    video-output-levels video-pan-x video-pan-y video-scale-x video-scale-y video-sync
    video-timing-offset video-zoom vo-null-fps volume-max vulkan-device vulkan-queue-count
    vulkan-swap-mode watch-later-directory wayland-app-id wid window-scale x11-name
    ytdl-format
    """

  private static let lists = """
    alang cover-art-files demuxer-lavf-o display-tags http-header-fields reset-on-next-file
    script-opts slang sub-ass-force-style sub-file-paths sub-files vlang vo
    watch-later-options ytdl-raw-options
    """
}
