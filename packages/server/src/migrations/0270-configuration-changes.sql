-- Configuration files that were applied, with what was configured before, so that they can be taken back.

CREATE TABLE configuration_changes (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_by text NOT NULL,
  applied_at timestamptz(3) NOT NULL DEFAULT now(),
  undone_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);
SELECT enable_tenant_isolation('configuration_changes');
