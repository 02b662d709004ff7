-- Test beds of engines: cases in versions that never change, templates to fill in, runs and their results.

CREATE TABLE test_beds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- By output: how far a result may lie from what is expected.
  tolerances jsonb NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX test_beds_name ON test_beds (tenant_id, engine_id, name_key(name));
CREATE INDEX test_beds_product ON test_beds (tenant_id, product_id);
SELECT enable_tenant_isolation('test_beds');

CREATE TABLE test_bed_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  test_bed_id uuid NOT NULL,
  number integer NOT NULL,
  source text NOT NULL CHECK (source IN ('upload', 'edit', 'case', 'generated', 'replay', 'regression')),
  note text NOT NULL DEFAULT '',
  cases integer NOT NULL,
  -- Names of the columns, in the order in which they are shown.
  inputs jsonb NOT NULL,
  outputs jsonb NOT NULL,
  -- The file that was uploaded, where one was.
  file_hash text,
  file_name text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, test_bed_id, number),
  FOREIGN KEY (tenant_id, test_bed_id) REFERENCES test_beds (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX test_bed_versions_file ON test_bed_versions (tenant_id, file_hash);
SELECT enable_tenant_isolation('test_bed_versions');

-- Cases lie in blocks: one JSON text a line, so that a block is computed without being read here.
CREATE TABLE test_case_blocks (
  tenant_id uuid NOT NULL,
  version_id uuid NOT NULL,
  block integer NOT NULL,
  -- Cases before this block.
  before integer NOT NULL,
  cases integer NOT NULL,
  inputs text NOT NULL,
  expected text NOT NULL,
  marks text NOT NULL,
  PRIMARY KEY (tenant_id, version_id, block),
  FOREIGN KEY (tenant_id, version_id) REFERENCES test_bed_versions (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('test_case_blocks');

CREATE TABLE test_bed_templates (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX test_bed_templates_name ON test_bed_templates (tenant_id, engine_id, name_key(name));
SELECT enable_tenant_isolation('test_bed_templates');

CREATE TABLE test_bed_template_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  template_id uuid NOT NULL,
  number integer NOT NULL,
  -- The version of the engine whose interface it was made from.
  engine_version_id uuid NOT NULL,
  -- Chosen inputs and outputs; null for all of them.
  inputs jsonb,
  outputs jsonb,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, template_id, number),
  FOREIGN KEY (tenant_id, template_id) REFERENCES test_bed_templates (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_version_id) REFERENCES engine_versions (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
SELECT enable_tenant_isolation('test_bed_template_versions');

CREATE TABLE test_runs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  -- The version that computes.
  version_id uuid NOT NULL,
  test_bed_id uuid NOT NULL,
  test_bed_version_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('test', 'replay', 'regression')),
  -- What the run was asked with: names of inputs and outputs, tolerances, the moment NOW gives, the seed.
  setup jsonb NOT NULL,
  cases integer NOT NULL,
  -- The background job; it is forgotten some days after its end.
  job_id uuid NOT NULL,
  -- Set at the end; while the run goes on, the job says how far it is.
  status text CHECK (status IN ('Success', 'Fail', 'Cancelled')),
  failure_reason text,
  result_hash text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, version_id) REFERENCES engine_versions (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, test_bed_id) REFERENCES test_beds (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, test_bed_version_id) REFERENCES test_bed_versions (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, result_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX test_runs_product ON test_runs (tenant_id, product_id, created_at);
CREATE INDEX test_runs_test_bed ON test_runs (tenant_id, test_bed_id, created_at);
CREATE INDEX test_runs_job ON test_runs (tenant_id, job_id);
CREATE INDEX test_runs_result ON test_runs (tenant_id, result_hash);
SELECT enable_tenant_isolation('test_runs');

-- A block of cases that was computed, exactly once: a run that goes on elsewhere skips the blocks it finds here.
CREATE TABLE test_run_parts (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  block integer NOT NULL,
  cases integer NOT NULL,
  passed integer NOT NULL,
  failed integer NOT NULL,
  errors integer NOT NULL,
  millis double precision NOT NULL,
  -- Parquet; gone once the parts were joined into the result of the run.
  file_hash text,
  PRIMARY KEY (tenant_id, run_id, block),
  FOREIGN KEY (tenant_id, run_id) REFERENCES test_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX test_run_parts_file ON test_run_parts (tenant_id, file_hash);
SELECT enable_tenant_isolation('test_run_parts');
