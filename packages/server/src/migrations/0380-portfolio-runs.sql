-- Portfolios that engines compute in the background.

CREATE TABLE portfolio_runs (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  version_id uuid NOT NULL,
  revision text NOT NULL,
  file_hash text NOT NULL,
  file_name text NOT NULL,
  file_size bigint NOT NULL,
  keep_inputs boolean NOT NULL,
  -- How the columns fit the engine, and what becomes of each.
  fit jsonb NOT NULL,
  plan jsonb NOT NULL,
  job_id uuid,
  -- The moment that NOW gives and the seed of random numbers: the same after a crash.
  computed_at timestamptz(3) NOT NULL DEFAULT now(),
  seed integer NOT NULL,
  status text NOT NULL DEFAULT 'Checked' CHECK (status IN ('Checked', 'Pending', 'Success', 'Fail', 'Cancelled')),
  failure_reason text,
  -- Totals of a run that has ended; those of a running one are the sums of its parts.
  records integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  with_errors integer NOT NULL DEFAULT 0,
  first_errors jsonb NOT NULL DEFAULT '[]',
  parquet_hash text,
  csv_hash text,
  errors_hash text,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, parquet_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, csv_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, errors_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX portfolio_runs_created ON portfolio_runs (tenant_id, created_at DESC, id);
CREATE INDEX portfolio_runs_engine ON portfolio_runs (tenant_id, engine_id);
CREATE INDEX portfolio_runs_file_hash ON portfolio_runs (tenant_id, file_hash);
CREATE INDEX portfolio_runs_parquet_hash ON portfolio_runs (tenant_id, parquet_hash);
CREATE INDEX portfolio_runs_csv_hash ON portfolio_runs (tenant_id, csv_hash);
CREATE INDEX portfolio_runs_errors_hash ON portfolio_runs (tenant_id, errors_hash);
CREATE INDEX portfolio_runs_created_by ON portfolio_runs (tenant_id, created_by);
SELECT enable_tenant_isolation('portfolio_runs');

-- What is done of a run: a worker that takes it over continues after the last of these. They go when the run ends.
CREATE TABLE portfolio_run_parts (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  run_id uuid NOT NULL,
  part integer NOT NULL,
  records integer NOT NULL,
  refused integer NOT NULL,
  with_errors integer NOT NULL,
  first_errors jsonb NOT NULL,
  -- The portfolio ends with it.
  is_last boolean NOT NULL,
  parquet_hash text NOT NULL,
  csv_hash text NOT NULL,
  errors_hash text NOT NULL,
  PRIMARY KEY (tenant_id, run_id, part),
  FOREIGN KEY (tenant_id, run_id) REFERENCES portfolio_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, parquet_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, csv_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, errors_hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX portfolio_run_parts_parquet_hash ON portfolio_run_parts (tenant_id, parquet_hash);
CREATE INDEX portfolio_run_parts_csv_hash ON portfolio_run_parts (tenant_id, csv_hash);
CREATE INDEX portfolio_run_parts_errors_hash ON portfolio_run_parts (tenant_id, errors_hash);
SELECT enable_tenant_isolation('portfolio_run_parts');
