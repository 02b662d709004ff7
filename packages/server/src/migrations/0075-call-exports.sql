-- Files of calls that were written in the background, until they are forgotten.

CREATE TABLE call_exports (
  tenant_id uuid NOT NULL,
  -- The job that wrote it.
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  file_hash text NOT NULL,
  file_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX call_exports_engine ON call_exports (tenant_id, engine_id);
CREATE INDEX call_exports_file ON call_exports (tenant_id, file_hash);
SELECT enable_tenant_isolation('call_exports');
