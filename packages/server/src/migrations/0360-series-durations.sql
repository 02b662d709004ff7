-- How long the calls of a series took, beside the same by version: percentiles by purpose, source system and caller. What was
-- logged before is counted by version only.
CREATE TABLE call_series_durations (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  span integer NOT NULL CHECK (span IN (15, 180, 1440, 43200)),
  engine_id uuid NOT NULL,
  start timestamptz(3) NOT NULL,
  series_id uuid NOT NULL,
  counts bigint[] NOT NULL,
  PRIMARY KEY (tenant_id, span, engine_id, start, series_id)
);

SELECT enable_tenant_isolation('call_series_durations');

CREATE OR REPLACE FUNCTION remove_calls_of_engine() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM sheetwright.engine_calls WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_series WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_counts WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_durations WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_series_durations WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.slowest_calls WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  DELETE FROM sheetwright.call_values WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  RETURN OLD;
END
$$;
