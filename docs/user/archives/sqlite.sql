-- The same tables over archive.jsonl for the sqlite3 command. The import has one line per row,
-- because no record contains these separators.
CREATE TABLE line (object TEXT);
.mode ascii
.separator "\037" "\n"
.import archive.jsonl line
.mode list
.separator "|" "\n"

CREATE VIEW file AS
SELECT object ->> '$.key' AS key, object ->> '$.file' AS file, object ->> '$.size' AS size,
  object ->> '$.modified' AS modified, object ->> '$.container' AS container,
  object ->> '$.ending' AS ending, object ->> '$.error' AS error,
  object ->> '$.begins_within' AS begins_within, object ->> '$.missing_bytes' AS missing_bytes,
  object ->> '$.duration.seconds' AS duration, object ->> '$.declared_duration.seconds' AS declared,
  object ->> '$.declared_by' AS declared_by
FROM line;

CREATE VIEW track AS
SELECT object ->> '$.file' AS file, value ->> '$.index' AS track, value ->> '$.kind' AS kind,
  value ->> '$.codec' AS codec, value ->> '$.packets' AS packets, value ->> '$.bytes' AS bytes,
  value ->> '$.duration.seconds' AS duration, value ->> '$.keyframes' AS keyframes,
  value ->> '$.bit_rate' AS bit_rate, value ->> '$.greatest_bits_in_a_second' AS peak_rate,
  value ->> '$.drift_ppm' AS drift_ppm, value ->> '$.frame_rate.verdict' AS verdict,
  value ->> '$.frame_rate.measured' AS rate, value ->> '$.frame_rate.mean' AS mean_rate,
  value ->> '$.keyframe_distance.p50.seconds' AS gop,
  value ->> '$.keyframe_distance.max.seconds' AS longest_gop
FROM line, json_each(object, '$.tracks');

CREATE VIEW pair AS
SELECT object ->> '$.file' AS file, value ->> '$.video' AS video, value ->> '$.audio' AS audio,
  value ->> '$.start_offset.seconds' AS start_offset,
  value ->> '$.end_offset.seconds' AS end_offset, value ->> '$.drift_ppm' AS drift_ppm
FROM line, json_each(object, '$.pairs');

CREATE VIEW finding AS
SELECT object ->> '$.file' AS file, value ->> '$.kind' AS kind, value ->> '$.severity' AS severity,
  value ->> '$.track' AS track, value ->> '$.place.seconds' AS place,
  value ->> '$.sentence' AS sentence
FROM line, json_each(object, '$.findings');
