-- Data loads: what was asked for, the scripts that were written, and the rows that a database holds after each.

CREATE TABLE dml_runs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  job_id uuid NOT NULL,
  source_kind text NOT NULL CHECK (source_kind IN ('engine', 'masterReference')),
  -- An engine or a master reference document. A run outlives what it was made from.
  source_id uuid NOT NULL,
  source_name text NOT NULL,
  product_id uuid,
  product_name text,
  revision text NOT NULL,
  workbook_hash text NOT NULL,
  dialect text NOT NULL CHECK (dialect IN ('postgres', 'mssql', 'oracle', 'mysql')),
  smart_level integer NOT NULL CHECK (smart_level BETWEEN 0 AND 2),
  create_tables boolean NOT NULL,
  -- Tables with names, types and keys; null for all of them as proposed.
  asked jsonb,
  status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'Success', 'Fail', 'Cancelled')),
  failure_reason text,
  compared_with uuid,
  zip_name text,
  zip_hash text,
  log_name text,
  log_hash text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, workbook_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, zip_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, log_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX dml_runs_created ON dml_runs (tenant_id, created_at DESC, id);
CREATE INDEX dml_runs_source ON dml_runs (tenant_id, source_id, dialect, created_at DESC);
CREATE UNIQUE INDEX dml_runs_zip_name ON dml_runs (tenant_id, zip_name);
CREATE UNIQUE INDEX dml_runs_log_name ON dml_runs (tenant_id, log_name);
CREATE INDEX dml_runs_workbook_hash ON dml_runs (tenant_id, workbook_hash);
CREATE INDEX dml_runs_zip_hash ON dml_runs (tenant_id, zip_hash);
CREATE INDEX dml_runs_log_hash ON dml_runs (tenant_id, log_hash);
CREATE INDEX dml_runs_created_by ON dml_runs (tenant_id, created_by);
SELECT enable_tenant_isolation('dml_runs');

CREATE TABLE dml_run_tables (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  plan jsonb NOT NULL,
  counts jsonb NOT NULL,
  -- The rows of the table after this run, one JSON list a line.
  rows_hash text NOT NULL,
  PRIMARY KEY (tenant_id, run_id, position),
  FOREIGN KEY (tenant_id, run_id) REFERENCES dml_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, rows_hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX dml_run_tables_rows_hash ON dml_run_tables (tenant_id, rows_hash);
SELECT enable_tenant_isolation('dml_run_tables');
