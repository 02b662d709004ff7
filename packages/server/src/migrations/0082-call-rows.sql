-- Old calls are found engine by engine, by the index that lists them.
DROP INDEX engine_calls_old;

-- What travelled is only kept and shown: as text nothing of it has to be read again, and every character of it stays. This
-- writes the table anew: with a long log it takes a while, and as much room again.
ALTER TABLE engine_calls ALTER COLUMN request TYPE text, ALTER COLUMN response TYPE text;

-- Looked up once for each group of calls that is written instead of for each call. Whoever writes calls locks their engine
-- (FOR KEY SHARE), so that it cannot be removed in between; with an engine go its calls.
ALTER TABLE engine_calls DROP CONSTRAINT engine_calls_tenant_id_engine_id_fkey;

CREATE FUNCTION remove_calls_of_engine() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM sheetwright.engine_calls WHERE tenant_id = OLD.tenant_id AND engine_id = OLD.id;
  RETURN OLD;
END
$$;
CREATE TRIGGER engine_removed AFTER DELETE ON engines FOR EACH ROW EXECUTE FUNCTION remove_calls_of_engine();
