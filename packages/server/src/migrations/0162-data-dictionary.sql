-- What names mean throughout a tenant.
CREATE TABLE data_dictionary_entries (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  name text NOT NULL,
  direction text NOT NULL,
  type text NOT NULL,
  unit text NOT NULL,
  allowed text NOT NULL,
  description text NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
CREATE UNIQUE INDEX data_dictionary_entries_name ON data_dictionary_entries (tenant_id, name_key(name));
SELECT enable_tenant_isolation('data_dictionary_entries');
