-- Who changed what and when. Entries of a tenant form a chain: each carries the hash of the one before it.

CREATE TABLE audit_entries (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  number bigint NOT NULL,
  -- With milliseconds only, so that it reads back as it was hashed.
  at timestamptz(3) NOT NULL,
  -- Null when nobody was signed in: the operator's command line, the system itself.
  actor_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  entity_type text NOT NULL,
  entity_id text NOT NULL,
  entity_name text NOT NULL,
  before jsonb,
  after jsonb,
  correlation_id text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (tenant_id, number)
);
CREATE INDEX audit_entries_entity ON audit_entries (tenant_id, entity_type, entity_id);
CREATE INDEX audit_entries_at ON audit_entries (tenant_id, at);
SELECT enable_tenant_isolation('audit_entries');

CREATE FUNCTION refuse_audit_change() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'Audit entries are never changed or removed';
END
$$;

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
