-- Cases are compressed where they are written and read, so that a run spends little time on fetching them. Those of
-- older versions stay as they are.
ALTER TABLE test_case_blocks
  ALTER COLUMN inputs TYPE bytea USING convert_to(inputs, 'UTF8'),
  ALTER COLUMN expected TYPE bytea USING convert_to(expected, 'UTF8'),
  ALTER COLUMN marks TYPE bytea USING convert_to(marks, 'UTF8');
