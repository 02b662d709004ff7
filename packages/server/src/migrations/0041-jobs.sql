-- A background job as its user sees it.
CREATE TABLE jobs (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'InProgress', 'Success', 'Fail', 'Cancelled')),
  progress double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  note text,
  user_id text NOT NULL,
  data jsonb NOT NULL,
  result jsonb,
  failure_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX jobs_by_user ON jobs (tenant_id, user_id, created_at DESC);
SELECT enable_tenant_isolation('jobs');

-- What workers take their work from: ids and times only, because a worker looks across tenants before it knows whose
-- job it takes. A tenant's own transaction writes its own rows (a job is queued with the change that asks for it).
CREATE TABLE job_queue (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  job_id uuid NOT NULL,
  type text NOT NULL,
  priority int NOT NULL,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- How often a worker has taken it.
  attempts int NOT NULL DEFAULT 0,
  -- The worker that runs it now, and until when that holds unless it is renewed.
  worker_id uuid,
  leased_until timestamptz,
  cancel_requested boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, job_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES jobs (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX job_queue_order ON job_queue (tenant_id, priority, run_at);
CREATE INDEX job_queue_leases ON job_queue (worker_id) WHERE worker_id IS NOT NULL;
ALTER TABLE job_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_queue FORCE ROW LEVEL SECURITY;
CREATE POLICY own_jobs_or_worker ON job_queue
  USING (current_tenant() IS NULL OR tenant_id = current_tenant())
  WITH CHECK (current_tenant() IS NULL OR tenant_id = current_tenant());

-- When a tenant last had its turn; the one that waited longest goes first.
CREATE TABLE job_turns (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id),
  last_turn timestamptz NOT NULL
);
ALTER TABLE job_turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_turns FORCE ROW LEVEL SECURITY;
CREATE POLICY worker_only ON job_turns USING (current_tenant() IS NULL) WITH CHECK (current_tenant() IS NULL);

-- Housekeeping that recurs, whichever process does it.
CREATE TABLE job_schedules (
  name text PRIMARY KEY,
  next_run_at timestamptz NOT NULL
);
SELECT enable_system_isolation('job_schedules');
