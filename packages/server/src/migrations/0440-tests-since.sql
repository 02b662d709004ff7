-- Since when a version computes what it does: its names and properties can change while it is a draft, type and connector
-- of its engine at any time. Earlier test runs tell nothing about it.
ALTER TABLE engine_versions ADD COLUMN computes_since timestamptz;
UPDATE engine_versions SET computes_since = created_at;
ALTER TABLE engine_versions ALTER COLUMN computes_since SET DEFAULT now(), ALTER COLUMN computes_since SET NOT NULL;
