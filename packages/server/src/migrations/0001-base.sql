-- What every later migration stands on: tenants, tenant isolation, the order and sameness of names.
-- The schema `sheetwright` exists already and is first in the search path. Roles are not named here: who may use the
-- tables is granted after the migrations (platform/db/prepare.ts).

-- The tenant of the running transaction; null when none was set, and then no tenant row is visible.
CREATE FUNCTION current_tenant() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.tenant', true), '')::uuid;

-- Every table with a tenant_id calls this once. Forced, so that it binds the owner of the table as well.
CREATE FUNCTION enable_tenant_isolation(target regclass) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY tenant_isolation ON %s USING (tenant_id = sheetwright.current_tenant()) '
    'WITH CHECK (tenant_id = sheetwright.current_tenant())', target);
END
$$;

-- Every table without a tenant calls this once: a transaction of a tenant sees and writes nothing in it.
CREATE FUNCTION enable_system_isolation(target regclass) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY system_isolation ON %s USING (sheetwright.current_tenant() IS NULL) '
    'WITH CHECK (sheetwright.current_tenant() IS NULL)', target);
END
$$;

-- Two names are the same when they differ only in case or in how accents are composed. For unique indexes and look-ups.
CREATE FUNCTION name_key(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(normalize(name, NFC) COLLATE pg_catalog."und-x-icu");

-- Orders for lists of names: without regard to case first, digits by their value (Plan 2 before Plan 10).
CREATE COLLATION name_order (provider = icu, locale = 'und-u-kn-true');
CREATE COLLATION name_order_ja (provider = icu, locale = 'ja-u-kn-true');

CREATE TABLE tenants (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tenants_name ON tenants (name_key(name));
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
-- Finding a tenant by name comes before there is one; inside a tenant the others do not exist.
CREATE POLICY own_tenant ON tenants FOR SELECT
  USING (current_tenant() IS NULL OR id = current_tenant());
CREATE POLICY system_insert ON tenants FOR INSERT WITH CHECK (current_tenant() IS NULL);
CREATE POLICY system_update ON tenants FOR UPDATE USING (current_tenant() IS NULL);
CREATE POLICY system_delete ON tenants FOR DELETE USING (current_tenant() IS NULL);

CREATE TABLE system_values (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT enable_system_isolation('system_values');
