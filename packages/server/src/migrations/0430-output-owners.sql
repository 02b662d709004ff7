-- Who had a file of a calculation made: like the call in the log, it is theirs. Files of calls have the owner of their job.
ALTER TABLE call_exports
  ADD COLUMN caller_kind text CHECK (caller_kind IN ('user', 'key', 'visitor', 'anyone')),
  ADD COLUMN caller_id uuid;
