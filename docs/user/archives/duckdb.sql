-- Tables over archive.jsonl for DuckDB. With the types written out, a member that is null or empty in
-- all records has its type, too, and no record is read twice.
CREATE TABLE record AS
SELECT * FROM read_json('archive.jsonl',
  format = 'newline_delimited', maximum_object_size = 67108864,
  columns = {
    key: 'VARCHAR', file: 'VARCHAR', size: 'BIGINT', modified: 'TIMESTAMP', container: 'VARCHAR',
    ending: 'VARCHAR', error: 'VARCHAR', begins_within: 'BOOLEAN', missing_bytes: 'BIGINT',
    duration: 'STRUCT(seconds DOUBLE)', declared_duration: 'STRUCT(seconds DOUBLE)',
    declared_by: 'VARCHAR',
    tracks: 'STRUCT("index" INT, kind VARCHAR, codec VARCHAR, packets BIGINT, bytes BIGINT,
      duration STRUCT(seconds DOUBLE), keyframes BIGINT, bit_rate DOUBLE,
      greatest_bits_in_a_second BIGINT, drift_ppm DOUBLE,
      frame_rate STRUCT(verdict VARCHAR, measured VARCHAR, mean DOUBLE),
      keyframe_distance STRUCT(p50 STRUCT(seconds DOUBLE), "max" STRUCT(seconds DOUBLE)))[]',
    pairs: 'STRUCT(video INT, audio INT, start_offset STRUCT(seconds DOUBLE),
      end_offset STRUCT(seconds DOUBLE), drift_ppm DOUBLE)[]',
    findings: 'STRUCT(kind VARCHAR, severity VARCHAR, track INT, place STRUCT(seconds DOUBLE),
      sentence VARCHAR)[]'
  });

CREATE VIEW file AS
SELECT key, file, size, modified, container, ending, error, begins_within, missing_bytes,
  duration.seconds AS duration, declared_duration.seconds AS declared, declared_by
FROM record;

CREATE VIEW track AS
SELECT file, t."index" AS track, t.kind, t.codec, t.packets, t.bytes, t.duration.seconds AS duration,
  t.keyframes, t.bit_rate, t.greatest_bits_in_a_second AS peak_rate, t.drift_ppm,
  t.frame_rate.verdict AS verdict, t.frame_rate.measured AS rate, t.frame_rate.mean AS mean_rate,
  t.keyframe_distance.p50.seconds AS gop, t.keyframe_distance."max".seconds AS longest_gop
FROM (SELECT file, UNNEST(tracks) AS t FROM record);

CREATE VIEW pair AS
SELECT file, p.video, p.audio, p.start_offset.seconds AS start_offset,
  p.end_offset.seconds AS end_offset, p.drift_ppm
FROM (SELECT file, UNNEST(pairs) AS p FROM record);

CREATE VIEW finding AS
SELECT file, f.kind, f.severity, f.track, f.place.seconds AS place, f.sentence
FROM (SELECT file, UNNEST(findings) AS f FROM record);
