-- What engines are taken along as: JS sheets, SDKs, clients. The file is there once its job has made it.

CREATE TABLE engine_packages (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  version_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('jssheet', 'typescript', 'python', 'http-typescript', 'http-python')),
  -- Jobs are forgotten earlier than packages.
  job_id uuid,
  file_hash text,
  file_name text,
  file_size bigint,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, version_id) REFERENCES engine_versions (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id),
  CHECK ((file_hash IS NULL) = (file_name IS NULL)),
  CHECK ((file_hash IS NULL) = (file_size IS NULL))
);
CREATE INDEX engine_packages_engine ON engine_packages (tenant_id, engine_id, created_at DESC);
CREATE INDEX engine_packages_version ON engine_packages (tenant_id, version_id, kind);
CREATE INDEX engine_packages_file ON engine_packages (tenant_id, file_hash);
SELECT enable_tenant_isolation('engine_packages');
