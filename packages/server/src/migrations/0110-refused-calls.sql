-- A call that was refused before a version was chosen is kept too, and has none.
ALTER TABLE engine_calls ALTER COLUMN version_id DROP NOT NULL;
