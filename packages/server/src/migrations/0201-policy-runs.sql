-- Mappings between policy extracts and engines, and the runs of extracts.

CREATE TABLE policy_mappings (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  name text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX policy_mappings_name ON policy_mappings (tenant_id, engine_id, name_key(name));
CREATE INDEX policy_mappings_product ON policy_mappings (tenant_id, product_id);
CREATE INDEX policy_mappings_created_by ON policy_mappings (tenant_id, created_by);
SELECT enable_tenant_isolation('policy_mappings');

-- Versions never change.
CREATE TABLE policy_mapping_versions (
  tenant_id uuid NOT NULL,
  mapping_id uuid NOT NULL,
  number integer NOT NULL,
  note text NOT NULL DEFAULT '',
  mapping jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, mapping_id, number),
  FOREIGN KEY (tenant_id, mapping_id) REFERENCES policy_mappings (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX policy_mapping_versions_created_by ON policy_mapping_versions (tenant_id, created_by);
SELECT enable_tenant_isolation('policy_mapping_versions');

CREATE TABLE policy_runs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  job_id uuid NOT NULL,
  mapping_id uuid NOT NULL,
  mapping_number integer NOT NULL,
  engine_id uuid NOT NULL,
  version_id uuid NOT NULL,
  revision text NOT NULL,
  extract_hash text NOT NULL,
  file_name text NOT NULL,
  file_size bigint NOT NULL,
  -- The moment that NOW gives and the seed of random numbers: the same after a crash.
  computed_at timestamptz NOT NULL DEFAULT now(),
  seed integer NOT NULL,
  status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'Success', 'FAILED', 'Cancelled')),
  failure_reason text,
  result_hash text,
  rejects_hash text,
  log_hash text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, mapping_id) REFERENCES policy_mappings (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, extract_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, result_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, rejects_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, log_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX policy_runs_created ON policy_runs (tenant_id, created_at DESC, id);
CREATE INDEX policy_runs_mapping ON policy_runs (tenant_id, mapping_id);
CREATE INDEX policy_runs_job ON policy_runs (tenant_id, job_id);
CREATE INDEX policy_runs_extract_hash ON policy_runs (tenant_id, extract_hash);
CREATE INDEX policy_runs_result_hash ON policy_runs (tenant_id, result_hash);
CREATE INDEX policy_runs_rejects_hash ON policy_runs (tenant_id, rejects_hash);
CREATE INDEX policy_runs_log_hash ON policy_runs (tenant_id, log_hash);
CREATE INDEX policy_runs_created_by ON policy_runs (tenant_id, created_by);
SELECT enable_tenant_isolation('policy_runs');

-- What is done of a run: a worker that takes it over goes on behind the last of these.
CREATE TABLE policy_run_parts (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  part integer NOT NULL,
  read integer NOT NULL,
  written integer NOT NULL,
  rejected integer NOT NULL,
  -- Where the next part begins in the extract.
  next_byte bigint NOT NULL,
  next_line bigint NOT NULL,
  next_record bigint NOT NULL,
  -- The extract ends with it.
  is_last boolean NOT NULL,
  result_hash text NOT NULL,
  rejects_hash text NOT NULL,
  log_hash text NOT NULL,
  PRIMARY KEY (tenant_id, run_id, part),
  CHECK (read = written + rejected),
  FOREIGN KEY (tenant_id, run_id) REFERENCES policy_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, result_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, rejects_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, log_hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX policy_run_parts_result_hash ON policy_run_parts (tenant_id, result_hash);
CREATE INDEX policy_run_parts_rejects_hash ON policy_run_parts (tenant_id, rejects_hash);
CREATE INDEX policy_run_parts_log_hash ON policy_run_parts (tenant_id, log_hash);
SELECT enable_tenant_isolation('policy_run_parts');
