-- Executions per minute that supervisors allow: of the whole tenant, of one API key, or of one engine.
CREATE TABLE call_limits (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  -- At most one of them; neither is the whole tenant.
  key_id uuid,
  engine_id uuid,
  executions_per_minute integer NOT NULL CHECK (executions_per_minute > 0),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(key_id, engine_id) <= 1)
);
CREATE UNIQUE INDEX call_limits_subject ON call_limits (tenant_id, key_id, engine_id) NULLS NOT DISTINCT;
CREATE INDEX call_limits_engine ON call_limits (tenant_id, engine_id) WHERE engine_id IS NOT NULL;
SELECT enable_tenant_isolation('call_limits');
