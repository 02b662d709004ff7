-- Files that background jobs make for their user; forgotten with the job.

CREATE TABLE job_files (
  tenant_id uuid NOT NULL,
  job_id uuid NOT NULL,
  hash text NOT NULL,
  file_name text NOT NULL,
  PRIMARY KEY (tenant_id, job_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES jobs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX job_files_hash ON job_files (tenant_id, hash);
SELECT enable_tenant_isolation('job_files');
