-- Addresses that nobody confirmed are deleted after a while. Of earlier visitors, those whose code was used up after a
-- try have confirmed theirs.
ALTER TABLE visitors ADD COLUMN confirmed_at timestamptz;
ALTER TABLE visitors NO FORCE ROW LEVEL SECURITY;
UPDATE visitors SET confirmed_at = now() WHERE code_hash IS NULL AND code_tries > 0;
ALTER TABLE visitors FORCE ROW LEVEL SECURITY;
