-- Content that was stored for a tenant. Rows of features refer to it by (tenant_id, hash); what no row refers to is collected.
CREATE TABLE stored_files (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  size bigint NOT NULL CHECK (size >= 0),
  -- Moves forward whenever the same content is stored again: young content is not collected.
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, hash)
);
SELECT enable_tenant_isolation('stored_files');
