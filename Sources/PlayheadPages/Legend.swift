/// The explanation of the diagrams for readers who see such a page for the first time.
enum Legend {
  static let html = """
    <section class="legend">
    <h2>How to read this page</h2>
    <dl>
    <dt>Findings</dt>
    <dd>What is wrong or notable. An <b class="error">error</b> loses media or shows in every player, a \
    <b class="warning">warning</b> shows in some, a <b class="note">note</b> is good to know. A mark leads to its \
    sentence; the place in the sentence is a link that you can pass on.</dd>
    <dt>Keyframes, gaps, chapters</dt>
    <dd>A keyframe is a picture from which decoding can start: players seek to it. In a gap nothing is presented.</dd>
    <dt>Bit rate</dt>
    <dd>The bits that are due in each second. Peaks need a faster connection or a larger buffer.</dd>
    <dt>Frame and packet intervals</dt>
    <dd>The time from one picture, or packet of sound, to the next, on a scale of powers of ten: each line across is \
    ten times the one below. A thin flat line is regular; a tall bar has short and long intervals; a red bar has a \
    time that repeats or goes back.</dd>
    <dt>Reorder depth</dt>
    <dd>How many pictures are decoded before one that is shown before them.</dd>
    <dt>Interleaving</dt>
    <dd>How far apart sound and pictures of the same time are in the file. A player that streams the file must buffer \
    that much.</dd>
    <dt>Audio later than video</dt>
    <dd>The offset at the start, and how it grows because the timestamps of sound and pictures do not advance like \
    their samples and frames. A line that rises or falls is drift.</dd>
    </dl>
    <p>Let the pointer rest on a shape to see its place and value.</p>
    </section>

    """
}
