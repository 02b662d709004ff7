-- Engines, their versions, the uploads that versions are made of, and what was executed.

CREATE TABLE engines (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  -- Unique within the product; what callers address the engine by.
  service_name text NOT NULL,
  owner_id uuid NOT NULL,
  engine_type text NOT NULL DEFAULT 'Type1' CHECK (engine_type IN ('Type1', 'Type2', 'Type3', 'Type4')),
  -- Where a connector (Type4) forwards to.
  connector_url text,
  -- May be executed without credentials, where the tenant allows that at all.
  is_public boolean NOT NULL DEFAULT false,
  -- May be handed to browsers and SDKs as a program.
  may_leave boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  deleted_by uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, deleted_by) REFERENCES users (tenant_id, id),
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
  CHECK ((engine_type = 'Type4') = (connector_url IS NOT NULL))
);
CREATE UNIQUE INDEX engines_name ON engines (tenant_id, product_id, name_key(service_name)) WHERE deleted_at IS NULL;
CREATE INDEX engines_updated ON engines (tenant_id, product_id, updated_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX engines_deleted ON engines (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
SELECT enable_tenant_isolation('engines');

CREATE TABLE engine_favourites (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, user_id, engine_id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX engine_favourites_engine ON engine_favourites (tenant_id, engine_id);
SELECT enable_tenant_isolation('engine_favourites');

-- A workbook on its way to become a version: what arrived, and what reading, compiling and proving it gave.
CREATE TABLE engine_uploads (
  tenant_id uuid NOT NULL,
  -- Callers know it as the id of the original file.
  id uuid NOT NULL,
  -- Callers know it as the id of the engine file, which is there once the upload is built.
  engine_file_id uuid NOT NULL,
  product_id uuid NOT NULL,
  service_name text NOT NULL,
  job_id uuid,
  uploaded_by uuid NOT NULL,
  uploaded_at timestamptz(3) NOT NULL DEFAULT now(),
  file_name text NOT NULL,
  file_hash text NOT NULL,
  file_size bigint NOT NULL,
  state text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'built', 'failed')),
  -- Of a failed upload: the code and message that the uploader was told.
  failure jsonb,
  -- The text of the compiled module.
  program_hash text,
  -- Interface, parity report, diagnostics and measurements as one JSON document.
  build_hash text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, engine_file_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, uploaded_by) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, program_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, build_hash) REFERENCES stored_files (tenant_id, hash),
  CHECK ((state = 'built') = (build_hash IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE INDEX engine_uploads_product ON engine_uploads (tenant_id, product_id, uploaded_at DESC);
CREATE INDEX engine_uploads_job ON engine_uploads (tenant_id, job_id);
CREATE INDEX engine_uploads_file ON engine_uploads (tenant_id, file_hash);
CREATE INDEX engine_uploads_program ON engine_uploads (tenant_id, program_hash);
CREATE INDEX engine_uploads_build ON engine_uploads (tenant_id, build_hash);
SELECT enable_tenant_isolation('engine_uploads');

CREATE TABLE engine_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  major integer NOT NULL CHECK (major >= 0),
  minor integer NOT NULL CHECK (minor >= 0),
  patch integer NOT NULL CHECK (patch >= 0),
  state text NOT NULL DEFAULT 'Draft' CHECK (state IN ('Draft', 'Active', 'Inactive', 'Archived')),
  release_note text NOT NULL DEFAULT '',
  effective_start timestamptz(3) NOT NULL,
  effective_end timestamptz(3) NOT NULL,
  -- Set by the author over what the workbook says: properties, and other names and descriptions of inputs and outputs.
  properties jsonb NOT NULL DEFAULT '{}',
  port_names jsonb NOT NULL DEFAULT '{}',
  -- Why it must not be published, where proving found the program to differ from the reference evaluator.
  blocked_because text,
  -- The version it was restored from.
  restored_from uuid,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  published_by uuid,
  published_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, engine_id, major, minor, patch),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, upload_id) REFERENCES engine_uploads (tenant_id, id),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, published_by) REFERENCES users (tenant_id, id),
  CHECK (effective_start < effective_end),
  CHECK ((published_at IS NULL) = (published_by IS NULL))
);
CREATE INDEX engine_versions_upload ON engine_versions (tenant_id, upload_id);
CREATE INDEX engine_versions_state ON engine_versions (tenant_id, engine_id, state, effective_start);
SELECT enable_tenant_isolation('engine_versions');

-- Every execution. A batch is one row that holds the call ids of all its records.
CREATE TABLE engine_calls (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  version_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Who called: a user, a key, a visitor, or anyone on a public engine.
  caller_kind text NOT NULL CHECK (caller_kind IN ('user', 'key', 'visitor', 'anyone')),
  caller_id uuid,
  caller_name text NOT NULL,
  purpose text NOT NULL,
  source_system text NOT NULL,
  correlation_id text NOT NULL,
  subservice text,
  engine_type text NOT NULL,
  micros bigint NOT NULL,
  records integer NOT NULL DEFAULT 1 CHECK (records >= 0),
  record_call_ids uuid[],
  has_errors boolean NOT NULL,
  -- As they travelled; json keeps the order and every digit.
  request json NOT NULL,
  response json NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX engine_calls_at ON engine_calls (tenant_id, engine_id, at DESC, id DESC);
CREATE INDEX engine_calls_errors ON engine_calls (tenant_id, engine_id, at DESC, id DESC) WHERE has_errors;
CREATE INDEX engine_calls_old ON engine_calls (tenant_id, at);
CREATE INDEX engine_calls_records ON engine_calls USING gin (record_call_ids) WHERE record_call_ids IS NOT NULL;
SELECT enable_tenant_isolation('engine_calls');

-- The counter Spark.ApiCalls.
CREATE TABLE engine_call_counts (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  engine_id uuid NOT NULL,
  day date NOT NULL,
  purpose text NOT NULL,
  product_id uuid NOT NULL,
  calls bigint NOT NULL,
  records bigint NOT NULL,
  failed bigint NOT NULL,
  micros bigint NOT NULL,
  PRIMARY KEY (tenant_id, engine_id, day, purpose)
);
CREATE INDEX engine_call_counts_product ON engine_call_counts (tenant_id, product_id, day);
SELECT enable_tenant_isolation('engine_call_counts');

-- Other addresses under which an engine is executed.
CREATE TABLE proxy_rules (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  url_suffix text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX proxy_rules_suffix ON proxy_rules (tenant_id, lower(url_suffix));
CREATE INDEX proxy_rules_engine ON proxy_rules (tenant_id, engine_id);
SELECT enable_tenant_isolation('proxy_rules');

-- Engines that run one after the other, each feeding the next; kept with the first.
CREATE TABLE engine_chains (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  name text NOT NULL,
  steps jsonb NOT NULL,
  created_by uuid NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX engine_chains_name ON engine_chains (tenant_id, engine_id, name_key(name));
SELECT enable_tenant_isolation('engine_chains');

-- What a product's calls are held to: on disk before the answer, and for how long they are kept.
ALTER TABLE products ADD COLUMN audit_calls boolean NOT NULL DEFAULT false;
ALTER TABLE products ADD COLUMN keep_calls_days integer NOT NULL DEFAULT 365 CHECK (keep_calls_days BETWEEN 1 AND 3650);
-- Whether engines of the tenant may be executed without credentials at all.
ALTER TABLE tenants ADD COLUMN allows_public_engines boolean NOT NULL DEFAULT false;
