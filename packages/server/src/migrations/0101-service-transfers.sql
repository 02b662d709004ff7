-- Exports and imports of services by existing clients: each is one job for every folder.
CREATE TABLE service_transfers (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('export', 'import')),
  owner_kind text NOT NULL,
  owner_id uuid NOT NULL,
  jobs uuid[] NOT NULL,
  source_system text NOT NULL,
  correlation_id text NOT NULL,
  -- What travels, as its sender is told.
  moved jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
SELECT enable_tenant_isolation('service_transfers');
