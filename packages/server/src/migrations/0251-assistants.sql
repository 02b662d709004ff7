-- Engines that assistants may find and call. Off until the author switches it on.
ALTER TABLE engines ADD COLUMN for_assistants boolean NOT NULL DEFAULT false;
CREATE INDEX engines_for_assistants ON engines (tenant_id, id) WHERE for_assistants;
