-- The call log by months, so that a month that nobody keeps any more is dropped instead of deleted row by row. Ids of calls
-- begin with the time of the call, so months are ranges of ids: the primary key stays as it is, and a call is found by its
-- id in one month.

-- The first id of a moment.
CREATE FUNCTION first_id_at(moment timestamptz) RETURNS uuid
  LANGUAGE sql IMMUTABLE
AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

ALTER TABLE engine_calls RENAME TO engine_calls_first;
ALTER INDEX engine_calls_pkey RENAME TO engine_calls_first_pkey;
ALTER INDEX engine_calls_at RENAME TO engine_calls_first_at;
ALTER INDEX engine_calls_errors RENAME TO engine_calls_first_errors;
ALTER INDEX engine_calls_records RENAME TO engine_calls_first_records;

CREATE TABLE engine_calls (LIKE engine_calls_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (tenant_id, id))
  PARTITION BY RANGE (id);
CREATE INDEX engine_calls_at ON engine_calls (tenant_id, engine_id, at DESC, id DESC);
CREATE INDEX engine_calls_errors ON engine_calls (tenant_id, engine_id, at DESC, id DESC) WHERE has_errors;
CREATE INDEX engine_calls_records ON engine_calls USING gin (record_call_ids) WHERE record_call_ids IS NOT NULL;
SELECT enable_tenant_isolation('engine_calls');

-- Calls of times without a month of their own. No call is ever refused for lack of a month.
CREATE TABLE engine_calls_other PARTITION OF engine_calls DEFAULT;

-- What was logged so far stays where it is, up to the end of this month. It is read once, to check that it fits.
DO $$
DECLARE
  bound uuid := sheetwright.first_id_at(date_trunc('month', now(), 'UTC') + interval '1 month');
BEGIN
  INSERT INTO sheetwright.engine_calls_other SELECT * FROM sheetwright.engine_calls_first WHERE id >= bound;
  DELETE FROM sheetwright.engine_calls_first WHERE id >= bound;
  EXECUTE format('ALTER TABLE sheetwright.engine_calls ATTACH PARTITION sheetwright.engine_calls_first '
    'FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END
$$;
ALTER TABLE engine_calls_first FORCE ROW LEVEL SECURITY;
SELECT enable_tenant_isolation('engine_calls_other');

-- The months and the first id after each. The first one also has everything before it.
CREATE FUNCTION call_months() RETURNS TABLE (name text, before uuid)
  LANGUAGE sql STABLE
AS $$
  SELECT c.relname::text,
    substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([0-9a-f-]{36})'\)$re$)::uuid
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'sheetwright.engine_calls'::regclass AND c.relname <> 'engine_calls_other'
$$;

-- The server owns no table, so it makes and drops months through these two, outside of every tenant. They give up rather
-- than keep the log waiting.
CREATE FUNCTION make_call_months(ahead integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = sheetwright, pg_catalog, pg_temp SET lock_timeout = '2s'
AS $$
DECLARE
  month timestamptz;
  month_name text;
  made integer := 0;
BEGIN
  IF current_tenant() IS NOT NULL THEN RAISE EXCEPTION 'Months of the call log belong to no tenant'; END IF;
  FOR step IN 0..least(ahead, 24) LOOP
    month := date_trunc('month', now(), 'UTC') + step * interval '1 month';
    CONTINUE WHEN EXISTS (SELECT FROM call_months() AS m WHERE m.before > first_id_at(month));
    month_name := 'engine_calls_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
    BEGIN
      EXECUTE format('CREATE TABLE %I (LIKE engine_calls INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', month_name);
      PERFORM enable_tenant_isolation(month_name::regclass);
      EXECUTE format('ALTER TABLE engine_calls ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        month_name, first_id_at(month), first_id_at(month + interval '1 month'));
      made := made + 1;
    -- Calls of this month are among the others already, where they stay.
    EXCEPTION WHEN check_violation THEN NULL;
    END;
  END LOOP;
  RETURN made;
END
$$;

-- Drops the months that ended before a moment. The moment cannot be in the future.
CREATE FUNCTION drop_call_months(ended_before timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = sheetwright, pg_catalog, pg_temp SET lock_timeout = '2s'
AS $$
DECLARE
  month_name text;
  dropped integer := 0;
BEGIN
  IF current_tenant() IS NOT NULL THEN RAISE EXCEPTION 'Months of the call log belong to no tenant'; END IF;
  FOR month_name IN SELECT m.name FROM call_months() AS m WHERE m.before <= first_id_at(least(ended_before, now())) LOOP
    EXECUTE format('DROP TABLE %I', month_name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;

SELECT make_call_months(3);
