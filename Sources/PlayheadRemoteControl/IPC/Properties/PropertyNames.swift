/// The names of mpv's properties, in its order.
package enum PropertyNames {
  /// All names, as `property-list` has them.
  static let all = properties + markedOnly.map(name)
  /// The names of `all`, for lookup.
  static let known = Set(all)
  /// The names below `options/`.
  static let settable = Set(options)
  static let options = (markedAmongProperties + markedOnly).map(name)

  /// What values an option has that `playhead-mpv` accepts without effect. In the lists below, the
  /// letter follows the name.
  package enum Values: Character {
    case flag = "f"
    /// A flag that may also be another word.
    case flagOrWord = "s"
    case word = "c"
    case text = "v"
    case list = "l"
  }

  /// The options without effect: of pictures, subtitles, windows, scripts, caches, requests, and the way of the sound.
  package static let withoutEffect: [(name: String, values: Values)] =
    (markedAmongProperties + markedOnly).compactMap { option in
      let parts = option.split(separator: "/")
      let values = parts.last?.first.flatMap(Values.init)
      return parts.count == 2 ? values.map { (String(parts[0]), $0) } : nil
    }

  private static func name(_ option: Substring) -> String { String(option.prefix { $0 != "/" }) }

  /// The properties that are not options of mpv's command line only.
  private static let properties = """
    pid speed audio-speed-correction video-speed-correction display-sync-active filename
    stream-open-filename file-size path media-title stream-path current-demuxer file-format
    stream-pos stream-end duration avsync total-avsync-change mistimed-frame-count vsync-ratio
    display-width display-height decoder-frame-drop-count frame-drop-count vo-delayed-frame-count
    percent-pos time-start time-pos time-remaining audio-pts playtime-remaining playback-time
    chapter edition current-edition chapters editions metadata filtered-metadata chapter-metadata
    vf-metadata af-metadata core-idle eof-reached seeking playback-abort cache-speed
    demuxer-cache-duration demuxer-cache-time demuxer-cache-idle demuxer-start-time
    demuxer-cache-state cache-buffering-state paused-for-cache demuxer-via-network clock seekable
    partially-seekable idle-active chapter-list track-list current-tracks edition-list playlist
    playlist-pos playlist-pos-1 playlist-current-pos playlist-playing-pos playlist-count
    mixer-active volume ao-volume ao-mute audio-delay audio-codec-name audio-codec audio-params
    audio-out-params aid audio-device audio-device-list current-ao video-out-params
    video-dec-params video-params video-format video-frame-info video-codec dwidth dheight width
    height current-window-scale vo-configured vo-passes perf-info current-vo container-fps
    estimated-vf-fps video-aspect video-aspect-override vid hwdec-current hwdec-interop
    estimated-frame-count estimated-frame-number osd-dimensions osd-width osd-height osd-par
    osd-sym-cc osd-ass-cc mouse-pos sid secondary-sid sub-delay sub-speed sub-pos sub-text
    secondary-sub-text sub-text-ass sub-start secondary-sub-start sub-end secondary-sub-end vf af
    ab-loop-a ab-loop-b packet-video-bitrate packet-audio-bitrate packet-sub-bitrate video-bitrate
    audio-bitrate sub-bitrate focused display-names display-fps estimated-display-fps vsync-jitter
    display-hidpi-scale working-directory protocol-list decoder-list encoder-list
    demuxer-lavf-list input-key-list mpv-version mpv-configuration ffmpeg-version libass-version
    options file-local-options option-info property-list profile-list command-list input-bindings
    shared-script-properties video audio sub colormatrix colormatrix-input-range
    colormatrix-primaries colormatrix-gamma drop-frame-count vo-drop-frame-count
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Those of `properties` that are options, too, with marks.
  private static let markedAmongProperties = """
    speed media-title chapter edition playlist volume audio-delay aid audio-device video-aspect
    video-aspect-override/v vid sid secondary-sid/c sub-delay/v sub-speed/v sub-pos/v vf af
    ab-loop-a ab-loop-b display-fps video audio sub
    """.split(whereSeparator: \.isWhitespace)

  private static let markedOnly = """
    include profile shuffle quiet really-quiet terminal msg-level dump-stats msg-color/f log-file
    msg-module/f msg-time/f config/f config-dir/v reset-on-next-file/l scripts script-opts/l
    load-scripts/f osc/f ytdl/f ytdl-format/v ytdl-raw-options/l load-stats-overlay/f
    load-osd-console/f load-auto-profiles/s bluray-device frames start end length play-dir
    rebase-start-time ab-loop-count playlist-start pause keep-open keep-open-pause/f
    image-display-duration/v index alang/l slang/l vlang/l track-auto-selection
    subs-with-matching-audio/f lavfi-complex audio-display/c hls-bitrate/c display-tags/l
    cdrom-device demuxer audio-demuxer sub-demuxer/v demuxer-thread/f demuxer-termination-timeout/v
    demuxer-cache-wait/f prefetch-playlist/f cache-pause/f cache-pause-initial/f cache-pause-wait/v
    mf-fps mf-type mc audio-samplerate/v audio-channels/v audio-format/v audio-pitch-correction/f
    af-defaults vf-defaults sub-files/l audio-files cover-art-files/l sub-file-paths/l
    audio-file-paths external-files autoload-files/f sub-auto/c audio-file-auto cover-art-auto/c
    cover-art-whitelist/f osd-bar/f audio-exclusive/f audio-fallback-to-null/f
    audio-stream-silence/f audio-wait-open/v force-window/s volume-max/v mute replaygain/c
    replaygain-preamp/v replaygain-clip/f replaygain-fallback/v gapless-audio/s title/v
    force-media-title cursor-autohide/c cursor-autohide-fs-only/f stop-screensaver/s
    use-filedir-conf/f osd-level/v osd-on-seek/c osd-duration/v osd-fractions/f sstep framedrop/c
    video-latency-hacks/f untimed/f stream-dump stop-playback-on-init-failure loop-playlist
    loop-file loop resume-playback resume-playback-check-mtime/f save-position-on-quit
    write-filename-in-watch-later-config/f ignore-path-in-watch-later-config/f
    watch-later-directory/v watch-later-options/l ordered-chapters/f ordered-chapters-files
    chapter-merge-threshold/v chapter-seek-threshold/v chapters-file merge-files
    initial-audio-sync/f video-sync-max-video-change video-sync-max-audio-change
    video-sync-max-factor hr-seek/s hr-seek-demuxer-offset/v hr-seek-framedrop/f autosync
    term-osd/c term-osd-bar/f term-osd-bar-chars/v term-title/v term-playing-msg/v
    osd-playing-msg/v osd-playing-msg-duration/v term-status-msg/v osd-status-msg/v osd-msg1/v
    osd-msg2/v osd-msg3/v video-osd/f idle input-terminal input-ipc-server input-ipc-client
    screenshot-template/v screenshot-directory/v screenshot-sw record-file cuda-decode-device
    aspect ass audiofile cursor-autohide-delay delay dvdangle endpos font forcedsubsonly format lua
    lua-opts mouse-movements msgcolor msgmodule name osdlevel playing-msg spugauss srate ss
    stop-xscreensaver sub-fuzziness subcp subdelay subfile subfont-text-scale subfont subfps subpos
    media-keys right-alt-gr autosub autosub-match status-msg idx forceidx mkv-subtitle-preroll
    ass-use-margins input-unix-socket softvol-max sub-text-font sub-text-font-size sub-text-color
    sub-text-border-color sub-text-shadow-color sub-text-back-color sub-text-border-size
    sub-text-shadow-offset sub-text-spacing sub-text-margin-x sub-text-margin-y sub-text-align-x
    sub-text-align-y sub-text-blur sub-text-bold sub-text-italic ass-line-spacing ass-force-margins
    ass-vsfilter-aspect-compat ass-vsfilter-color-compat ass-vsfilter-blur-compat ass-force-style
    ass-styles ass-hinting ass-shaper ass-style-override ass-scale-with-window
    sub-ass-style-override sub-paths dvd-device dvd-speed dvd-angle cdda-speed cdda-paranoia
    cdda-sector-size cdda-overlap cdda-toc-bias cdda-toc-offset cdda-skip cdda-span-a cdda-span-b
    cdda-cdtext dvbin-prog dvbin-card dvbin-timeout dvbin-file dvbin-full-transponder
    dvbin-channel-switch-offset stream-lavf-o http-header-fields/l user-agent/v referrer/v
    cookies/f cookies-file tls-verify/f tls-ca-file tls-cert-file tls-key-file network-timeout/v
    http-proxy deinterlace/f correct-pts fps ad vd audio-spdif video-rotate/c video-aspect-method/v
    video-reversal-buffer audio-reversal-buffer vd-queue-enable vd-queue-max-secs
    vd-queue-max-bytes vd-queue-max-samples ad-queue-enable ad-queue-max-secs ad-queue-max-bytes
    ad-queue-max-samples vd-lavc-fast/f vd-lavc-film-grain vd-lavc-show-all vd-lavc-skiploopfilter
    vd-lavc-skipidct vd-lavc-skipframe vd-lavc-framedrop/v vd-lavc-threads/v vd-lavc-bitexact
    vd-lavc-assume-old-x264 vd-lavc-check-hw-profile vd-lavc-software-fallback/s vd-lavc-o
    vd-lavc-dr/s hwdec/v hwdec-codecs/v hwdec-image-format/v hwdec-extra-frames/v ad-lavc-ac3drc
    ad-lavc-downmix ad-lavc-threads ad-lavc-o demuxer-lavf-probesize demuxer-lavf-probe-info
    demuxer-lavf-format demuxer-lavf-analyzeduration demuxer-lavf-buffersize
    demuxer-lavf-allow-mimetype demuxer-lavf-probescore demuxer-lavf-hacks demuxer-lavf-o/l
    sub-codepage/v rtsp-transport/v demuxer-lavf-linearize-timestamps demuxer-lavf-propagate-opts
    demuxer-rawaudio-channels demuxer-rawaudio-rate demuxer-rawaudio-format demuxer-rawvideo-w
    demuxer-rawvideo-h demuxer-rawvideo-format demuxer-rawvideo-mp-format demuxer-rawvideo-codec
    demuxer-rawvideo-fps demuxer-rawvideo-size demuxer-mkv-subtitle-preroll
    demuxer-mkv-subtitle-preroll-secs demuxer-mkv-subtitle-preroll-secs-index
    demuxer-mkv-probe-video-duration demuxer-mkv-probe-start-time demuxer-cue-codepage sub-fps/v
    sub-visibility/f secondary-sub-visibility/f sub-forced-only/s stretch-dvd-subs/f
    stretch-image-subs-to-screen/f image-subs-video-resolution sub-fix-timing/f sub-gauss sub-gray
    sub-ass/f sub-scale/v sub-ass-line-spacing sub-use-margins/f sub-ass-force-margins/f
    sub-ass-vsfilter-aspect-compat sub-ass-vsfilter-color-compat sub-ass-vsfilter-blur-compat
    embeddedfonts/f sub-ass-force-style/l sub-ass-styles/v sub-ass-hinting/v sub-ass-shaper/v
    sub-ass-justify/f sub-ass-override/s sub-scale-by-window/f sub-scale-with-window/f
    sub-ass-scale-with-window/f sub-clear-on-seek/f teletext-page/v sub-past-video-end/f sub-font/v
    sub-font-size/v sub-color/v sub-border-color/v sub-shadow-color sub-back-color/v
    sub-border-size/v sub-shadow-offset sub-spacing sub-margin-x sub-margin-y sub-align-x
    sub-align-y sub-blur sub-bold/f sub-italic/f sub-justify/v sub-font-provider/v sub-filter-sdh
    sub-filter-sdh-harder sub-filter-regex-enable sub-filter-regex-plain sub-filter-regex
    sub-filter-jsre sub-filter-regex-warn osd-bar-align-x osd-bar-align-y osd-bar-w osd-bar-h
    osd-scale/v osd-scale-by-window/f force-rgba-osd-rendering osd-font/v osd-font-size/v
    osd-color/v osd-border-color/v osd-shadow-color osd-back-color/v osd-border-size/v
    osd-shadow-offset osd-spacing osd-margin-x osd-margin-y osd-align-x osd-align-y osd-blur
    osd-bold/f osd-italic/f osd-justify osd-font-provider/v ao audio-client-name/v audio-buffer/v
    pipewire-buffer/v pipewire-remote pulse-host pulse-buffer/v pulse-latency-hacks/f
    pulse-allow-suspended alsa-resample/f alsa-mixer-device alsa-mixer-name alsa-mixer-index
    alsa-non-interleaved alsa-ignore-chmap/f alsa-buffer-time/v alsa-periods/v jack-port jack-name
    jack-autostart jack-connect jack-std-channel-layout sdl-buflen ao-null-untimed/f ao-null-buffer
    ao-null-outburst ao-null-speed ao-null-latency ao-null-broken-eof ao-null-broken-delay
    ao-null-channel-layouts ao-null-format ao-pcm-file ao-pcm-waveheader ao-pcm-append brightness/v
    saturation/v contrast/v hue/v gamma/v video-output-levels/v screenshot-format/v
    screenshot-jpeg-quality/v screenshot-jpeg-source-chroma screenshot-png-compression
    screenshot-png-filter screenshot-webp-lossless screenshot-webp-quality
    screenshot-webp-compression screenshot-jxl-distance screenshot-jxl-effort
    screenshot-high-bit-depth screenshot-tag-colorspace audio-resample-filter-size
    audio-resample-phase-shift audio-resample-linear audio-resample-cutoff
    audio-normalize-downmix/f audio-resample-max-output-size audio-swresample-o input-conf/v
    input-ar-delay/v input-ar-rate/v input-default-bindings/f input-builtin-bindings/f input-test
    input-doubleclick-time/v input-right-alt-gr/f input-key-fifo-size/v input-cursor/f
    input-vo-keyboard/f input-media-keys/f input-gamepad/f window-dragging/f input-x11-keyboard
    vo/l taskbar-progress/f snap-window/f ontop/f ontop-level/v border/f fit-border
    on-all-workspaces/f geometry/v autofit/v autofit-larger/v autofit-smaller/v window-scale/v
    window-minimized/f window-maximized/f focus-on-open/f force-window-position/f x11-name/v
    wayland-app-id/v monitoraspect/v monitorpixelaspect fullscreen/f fs native-keyrepeat/f
    panscan/v video-zoom/v video-pan-x/v video-pan-y/v video-align-x/v video-align-y/v
    video-scale-x/v video-scale-y/v video-margin-ratio-left/v video-margin-ratio-right/v
    video-margin-ratio-top/v video-margin-ratio-bottom/v video-unscaled/s wid/v screen/v
    screen-name/v fs-screen/v fs-screen-name/v keepaspect/f keepaspect-window/f
    hidpi-window-scale/f native-fs/f override-display-fps/v video-timing-offset/v video-sync/v
    x11-netwm/s x11-bypass-compositor/s x11-present/s swapchain-depth/v allow-delayed-peak-detect
    interpolation-preserve lut lut-type image-lut image-lut-type target-lut target-colorspace-hint
    vo-vdpau-chroma-deint vo-vdpau-pullup vo-vdpau-denoise vo-vdpau-sharpen vo-vdpau-hqscaling
    vo-vdpau-fps vo-vdpau-composite-detect vo-vdpau-queuetime-windowed vo-vdpau-queuetime-fs
    vo-vdpau-output-surfaces vo-vdpau-colorkey vo-vdpau-force-yuv xv-port xv-adaptor xv-ck
    xv-ck-method xv-colorkey xv-buffers sdl-sw sdl-switch-mode sdl-vsync vo-vaapi-scaling
    vo-vaapi-scaled-osd vo-null-fps/v vo-image-outdir vo-image-format vo-image-jpeg-quality
    vo-image-jpeg-source-chroma vo-image-png-compression vo-image-png-filter vo-image-webp-lossless
    vo-image-webp-quality vo-image-webp-compression vo-image-jxl-distance vo-image-jxl-effort
    vo-image-high-bit-depth vo-image-tag-colorspace vo-tct-algo vo-tct-width vo-tct-height
    vo-tct-256 vo-sixel-dither vo-sixel-width vo-sixel-height vo-sixel-reqcolors
    vo-sixel-fixedpalette vo-sixel-threshold vo-sixel-top vo-sixel-left vo-sixel-pad-y
    vo-sixel-pad-x vo-sixel-rows vo-sixel-cols vo-sixel-exit-clear drm-device drm-connector
    drm-mode drm-atomic drm-draw-plane drm-drmprime-video-plane drm-format drm-draw-surface-size
    drm-osd-plane-id drm-video-plane-id drm-osd-size drm-vrr-enabled cache/s cache-on-disk/f
    demuxer-readahead-secs/v demuxer-max-bytes/v demuxer-max-back-bytes/v demuxer-donate-buffer/f
    force-seekable/f cache-secs/v access-references demuxer-seekable-cache/s sub-create-cc-track/f
    stream-record video-backward-overlap audio-backward-overlap video-backward-batch
    audio-backward-batch demuxer-backward-playback-step metadata-codepage/v
    demuxer-force-retry-on-eof rar-list-all-volumes cache-dir/v cache-unlink-files/c
    stream-buffer-size/v load-unsafe-playlists gpu-context/v gpu-api/v gpu-debug gpu-sw
    gpu-dumb-mode gamma-factor gamma-auto target-prim/v target-trc/v target-peak/v tone-mapping/v
    tone-mapping-param inverse-tone-mapping tone-mapping-crosstalk tone-mapping-max-boost
    tone-mapping-mode gamut-mapping-mode hdr-compute-peak/s hdr-peak-decay-rate
    hdr-scene-threshold-low hdr-scene-threshold-high opengl-pbo/f scale/v scale-param1 scale-param2
    scale-blur scale-cutoff scale-taper scale-wparam scale-wblur scale-wtaper scale-clamp
    scale-radius scale-antiring scale-window dscale/v dscale-param1 dscale-param2 dscale-blur
    dscale-cutoff dscale-taper dscale-wparam dscale-wblur dscale-wtaper dscale-clamp dscale-radius
    dscale-antiring dscale-window cscale/v cscale-param1 cscale-param2 cscale-blur cscale-cutoff
    cscale-taper cscale-wparam cscale-wblur cscale-wtaper cscale-clamp cscale-radius
    cscale-antiring cscale-window tscale/v tscale-param1 tscale-param2 tscale-blur tscale-cutoff
    tscale-taper tscale-wparam tscale-wblur tscale-wtaper tscale-clamp tscale-radius
    tscale-antiring tscale-window scaler-lut-size/v scaler-resizes-only/f correct-downscaling/f
    linear-downscaling linear-upscaling sigmoid-upscaling sigmoid-center sigmoid-slope fbo-format
    dither-depth dither/c dither-size-fruit temporal-dither temporal-dither-period error-diffusion
    alpha opengl-rectangle-textures background/v interpolation/f interpolation-threshold
    blend-subtitles/s glsl-shaders glsl-shader-opts deband/f sharpen/v gpu-tex-pad-x gpu-tex-pad-y
    gpu-shader-cache-dir gpu-hwdec-interop opengl-hwdec-interop hwdec-preload hdr-tone-mapping
    opengl-shaders opengl-shader opengl-shader-cache-dir opengl-tex-pad-x opengl-tex-pad-y
    opengl-fbo-format opengl-dumb-mode opengl-gamma deband-iterations deband-threshold deband-range
    deband-grain use-embedded-icc-profile/f icc-profile icc-profile-auto icc-cache-dir icc-intent
    icc-force-contrast icc-3dlut-size 3dlut-size spirv-compiler/v opengl-glfinish opengl-waitvsync
    opengl-swapinterval/v opengl-check-pattern-a opengl-check-pattern-b opengl-es/s
    opengl-early-flush opengl-debug opengl-sw opengl-vsync-fences opengl-backend vulkan-device/v
    vulkan-swap-mode/v vulkan-queue-count/v vulkan-async-transfer/f vulkan-async-compute/f
    vulkan-display-display vulkan-display-mode vulkan-display-plane wayland-configure-bounds/f
    wayland-disable-vsync/f wayland-edge-pixels-pointer wayland-edge-pixels-touch vaapi-device
    sws-scaler sws-lgb sws-cgb sws-cvs sws-chs sws-ls sws-cs sws-fast sws-bitexact sws-allow-zimg
    zimg-scaler zimg-scaler-param-a zimg-scaler-param-b zimg-scaler-chroma
    zimg-scaler-chroma-param-a zimg-scaler-chroma-param-b zimg-dither zimg-fast zimg-threads o of
    ofopts ovc ovcopts oac oacopts ovoffset oaoffset orawts ovfirst oafirst ocopy-metadata
    oset-metadata oremove-metadata
    """.split(whereSeparator: \.isWhitespace)
}
