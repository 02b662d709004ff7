-- Why a job failed, as a code that pages say in the reader's language.
ALTER TABLE jobs ADD COLUMN failure_code text;

-- What jobs make can be downloaded for a week; uploads that wait for their job are kept as long as the job is.
ALTER TABLE job_files ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days';
