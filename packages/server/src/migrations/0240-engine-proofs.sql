-- How far the program of a build was compared with the reference evaluator after its engine was built.

CREATE TABLE engine_proofs (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  build_hash text NOT NULL,
  runs integer NOT NULL,
  differences jsonb NOT NULL DEFAULT '[]',
  -- Why the program must not be used; null while all results are the same.
  fault text,
  PRIMARY KEY (tenant_id, build_hash)
);
SELECT enable_tenant_isolation('engine_proofs');
