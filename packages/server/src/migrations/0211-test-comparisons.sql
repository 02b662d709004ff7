-- Comparisons of two runs. What they say is computed from the results of the runs.

CREATE TABLE test_comparisons (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  source_run_id uuid NOT NULL,
  target_run_id uuid NOT NULL,
  job_id uuid NOT NULL,
  status text CHECK (status IN ('Success', 'Fail')),
  failure_reason text,
  summary jsonb,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, source_run_id) REFERENCES test_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, target_run_id) REFERENCES test_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX test_comparisons_source ON test_comparisons (tenant_id, source_run_id);
CREATE INDEX test_comparisons_target ON test_comparisons (tenant_id, target_run_id);
SELECT enable_tenant_isolation('test_comparisons');
