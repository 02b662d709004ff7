-- What the proof of a workbook said. Null until somebody looks: the whole proof is in the build.
ALTER TABLE engine_uploads ADD COLUMN verdict text CHECK (verdict IN ('equal', 'different', 'not proven'));
