/// The style of a page, in the colors that the reader prefers, and in dark ink on paper.
enum PageStyle {
  static let css = """
    :root{--ink:#1b1f24;--dim:#57606a;--paper:#fff;--frame:#d0d7de;--blue:#2f6fb5;--green:#2c7d3f;\
    --violet:#7a4fb0;--teal:#12747c;--error:#c2182b;--warning:#9a5b00;--note:#2f6fb5}
    @media screen and (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--dim:#9ba5b0;--paper:#15181c;\
    --frame:#3a424b;--blue:#6aa9ea;--green:#6cc07e;--violet:#b596e6;--teal:#5fc0c8;--error:#ff7b86;\
    --warning:#e5a64b;--note:#6aa9ea}}
    html{color-scheme:light dark;background:var(--paper);color:var(--ink);\
    font:15px/1.45 system-ui,sans-serif;-webkit-text-size-adjust:100%}
    body{margin:0 auto;max-width:68rem;padding:1rem}
    h1{font-size:1.5rem;margin:0 0 1rem}
    h2{font-size:1.15rem;margin:2rem 0 .25rem;overflow-wrap:anywhere}
    p{margin:.25rem 0;overflow-wrap:anywhere}
    pre{font-size:.85rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
    a{color:inherit}
    small,.axis,.top,.bottom{color:var(--dim);font-size:.8rem}
    table{border-collapse:collapse;width:100%}
    th,td{text-align:right;padding:.2rem .4rem;border-bottom:1px solid var(--frame);\
    font-variant-numeric:tabular-nums}
    th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere}
    ol{padding-left:1.6rem;margin:.5rem 0}
    li{margin:.2rem 0;overflow-wrap:anywhere}
    li:target{outline:2px solid currentColor;outline-offset:3px}
    .error b,b.error,td.error,p.error{color:var(--error)}
    .warning b,b.warning,td.warning{color:var(--warning)}
    .note b,b.note,td.note{color:var(--note)}
    .plots{margin-top:1rem}
    figure{margin:0 0 .7rem;break-inside:avoid}
    figcaption{font-size:.9rem;padding-left:4.2rem;margin-bottom:.1rem}
    .plot{position:relative;padding-left:4.2rem}
    .plot svg{display:block;width:100%;background:color-mix(in srgb,var(--frame) 25%,transparent);\
    border-bottom:1px solid var(--frame)}
    .tall svg{height:4.5rem}
    .flat svg{height:1.1rem}
    .top,.bottom{position:absolute;left:0;width:3.9rem;text-align:right;white-space:nowrap;line-height:1}
    .top{top:0}
    .bottom{bottom:0}
    .axis{position:relative;height:1.2rem;margin-left:4.2rem}
    .axis span{position:absolute;white-space:nowrap;padding-left:.15rem;border-left:1px solid var(--frame)}
    rect{shape-rendering:crispEdges}
    .grid{stroke:var(--frame);stroke-width:1;fill:none;vector-effect:non-scaling-stroke}
    .rate{fill:var(--blue)}
    .interval{fill:var(--green)}
    .depth{fill:var(--violet)}
    .apart{fill:var(--teal)}
    .wrong,.gap,rect.error{fill:var(--error)}
    rect.warning{fill:var(--warning)}
    rect.note{fill:var(--note)}
    .keyframe{fill:var(--dim)}
    .chapter{fill:var(--violet);fill-opacity:.35}
    .even{fill-opacity:.7}
    .point{fill:var(--green)}
    .offset{stroke:var(--blue);stroke-width:2;fill:none;vector-effect:non-scaling-stroke}
    .tip{fill:transparent}
    rect:hover{fill-opacity:.6}
    .tip:hover{fill:var(--dim);fill-opacity:.25}
    .legend{border-top:1px solid var(--frame);margin-top:2.5rem}
    dt{font-weight:600;margin-top:.5rem}
    dd{margin:0}
    @media (max-width:32rem){table{font-size:.8rem}th,td{padding:.2rem}}
    @media print{body{max-width:none;padding:0}html{font-size:10pt}.tall svg{height:3.2rem}\
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}}

    """
}
