-- Counters of calls, kept while calls are logged: pages about usage never read the log. A series is what calls have in common.
CREATE TABLE call_series (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  version_id uuid,
  purpose text NOT NULL,
  source_system text NOT NULL,
  caller_kind text NOT NULL,
  caller_id uuid,
  caller_name text NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX call_series_engine ON call_series (tenant_id, engine_id);

-- Each call is counted in a span of 15, 180 and 1440 minutes and in one of a month (43200), all in UTC. The days of every time
-- zone begin at a quarter of an hour, so that any range is a sum of whole spans.
CREATE TABLE call_counts (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  span integer NOT NULL CHECK (span IN (15, 180, 1440, 43200)),
  engine_id uuid NOT NULL,
  start timestamptz(3) NOT NULL,
  series_id uuid NOT NULL,
  calls bigint NOT NULL,
  errors bigint NOT NULL,
  records bigint NOT NULL,
  failed bigint NOT NULL,
  warnings bigint NOT NULL,
  micros bigint NOT NULL,
  PRIMARY KEY (tenant_id, span, engine_id, start, series_id)
);

-- How long calls took: counts of buckets, four to each doubling, the first below 32 microseconds.
CREATE TABLE call_durations (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  span integer NOT NULL CHECK (span IN (15, 180, 1440, 43200)),
  engine_id uuid NOT NULL,
  start timestamptz(3) NOT NULL,
  -- All zeros for calls that were refused before a version was chosen.
  version_id uuid NOT NULL,
  counts bigint[] NOT NULL,
  PRIMARY KEY (tenant_id, span, engine_id, start, version_id)
);

CREATE FUNCTION add_counts(a bigint[], b bigint[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY number)
  FROM unnest(a, b) WITH ORDINALITY AS pair (x, y, number));

-- The slowest calls of each engine and UTC day.
CREATE TABLE slowest_calls (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  engine_id uuid NOT NULL,
  day date NOT NULL,
  call_id uuid NOT NULL,
  micros bigint NOT NULL,
  PRIMARY KEY (tenant_id, engine_id, day, call_id)
);
CREATE INDEX slowest_calls_micros ON slowest_calls (tenant_id, engine_id, micros DESC);

-- What callers send and get: how often a value was in a bucket, in a sample of the calls of a week that begins on Monday, UTC.
CREATE TABLE call_values (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  engine_id uuid NOT NULL,
  week date NOT NULL,
  direction text NOT NULL CHECK (direction IN ('input', 'output')),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('number', 'text', 'date', 'boolean', 'blank')),
  bucket text NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (tenant_id, engine_id, week, direction, name, kind, bucket)
);

-- What was logged before is counted once. The owner of the tables reads the rows of all tenants for it.
ALTER TABLE engine_calls NO FORCE ROW LEVEL SECURITY;
ALTER TABLE engines NO FORCE ROW LEVEL SECURITY;
CREATE TEMPORARY TABLE logged ON COMMIT DROP AS
  SELECT c.tenant_id, e.product_id, c.engine_id, c.version_id, c.purpose, c.source_system, c.caller_kind, c.caller_id, c.caller_name,
    md5(concat_ws(E'\x1f', c.engine_id, e.product_id, coalesce(c.version_id::text, ''), c.purpose, c.source_system, c.caller_kind,
      coalesce(c.caller_id::text, ''), c.caller_name))::uuid AS series_id,
    date_bin('15 minutes', c.at, '2000-01-01Z') AS quarter,
    c.id, c.at, c.micros, c.records, c.has_errors::int AS errors,
    CASE WHEN c.micros < 32 THEN 0 ELSE least(81, floor(log(2, c.micros / 32.0) * 4)::int + 1) END AS bucket
  FROM engine_calls AS c
  JOIN engines AS e ON e.tenant_id = c.tenant_id AND e.id = c.engine_id;

INSERT INTO call_series
  SELECT DISTINCT tenant_id, series_id, product_id, engine_id, version_id, purpose, source_system, caller_kind, caller_id, caller_name
  FROM logged;

INSERT INTO call_counts
  SELECT tenant_id, span, engine_id, start, series_id, count(*), sum(errors), sum(records), sum(errors), 0, sum(micros)
  FROM logged CROSS JOIN LATERAL (VALUES
    (15, quarter),
    (180, date_bin('3 hours', at, '2000-01-01Z')),
    (1440, date_trunc('day', at, 'UTC')),
    (43200, date_trunc('month', at, 'UTC'))) AS spans (span, start)
  GROUP BY tenant_id, span, engine_id, start, series_id;

INSERT INTO call_durations
  SELECT tenant_id, span, engine_id, start, version_id,
    (SELECT array_agg(coalesce(calls, 0) ORDER BY number)
      FROM generate_series(0, 81) AS number LEFT JOIN unnest(buckets, counts) AS counted (bucket, calls) ON bucket = number)
  FROM (
    SELECT tenant_id, span, engine_id, start, version_id, array_agg(bucket) AS buckets, array_agg(calls) AS counts
    FROM (
      SELECT tenant_id, span, engine_id, start, coalesce(version_id, '00000000-0000-0000-0000-000000000000') AS version_id,
        bucket, count(*) AS calls
      FROM logged CROSS JOIN LATERAL (VALUES
        (15, quarter),
        (180, date_bin('3 hours', at, '2000-01-01Z')),
        (1440, date_trunc('day', at, 'UTC')),
        (43200, date_trunc('month', at, 'UTC'))) AS spans (span, start)
      GROUP BY 1, 2, 3, 4, 5, 6) AS counted
    GROUP BY tenant_id, span, engine_id, start, version_id) AS grouped;

INSERT INTO slowest_calls
  SELECT tenant_id, engine_id, day, id, micros FROM (
    SELECT tenant_id, engine_id, (at AT TIME ZONE 'UTC')::date AS day, id, micros,
      row_number() OVER (PARTITION BY tenant_id, engine_id, (at AT TIME ZONE 'UTC')::date ORDER BY micros DESC) AS place
    FROM logged) AS ranked
  WHERE place <= 10;

ALTER TABLE engine_calls FORCE ROW LEVEL SECURITY;
ALTER TABLE engines FORCE ROW LEVEL SECURITY;
SELECT enable_tenant_isolation('call_series');
SELECT enable_tenant_isolation('call_counts');
SELECT enable_tenant_isolation('call_durations');
SELECT enable_tenant_isolation('slowest_calls');
SELECT enable_tenant_isolation('call_values');

-- With an engine go its calls and what was counted of them.
CREATE OR REPLACE FUNCTION remove_calls_of_engine() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM sheetwright.engine_calls WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_series WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_counts WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_durations WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.slowest_calls WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_values WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  RETURN OLD;
END
$$;
