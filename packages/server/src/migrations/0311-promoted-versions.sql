-- What came with a version from another installation: the proof that was found there, and who approved it. Both are told,
-- never trusted: the proof is made anew here, and an approval that this product asks for is given here.
CREATE TABLE promoted_versions (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  version_id uuid NOT NULL,
  revision text NOT NULL,
  exported_at timestamptz(3) NOT NULL,
  proof jsonb,
  approvals jsonb NOT NULL,
  PRIMARY KEY (tenant_id, version_id),
  FOREIGN KEY (tenant_id, version_id) REFERENCES engine_versions (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('promoted_versions');
