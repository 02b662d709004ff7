-- Engines are also taken along as SQL functions.

ALTER TABLE engine_packages DROP CONSTRAINT engine_packages_kind_check;
ALTER TABLE engine_packages ADD CONSTRAINT engine_packages_kind_check CHECK (
  kind IN (
    'jssheet', 'typescript', 'python', 'sql-bigquery', 'sql-snowflake', 'sql-postgresql', 'http-typescript', 'http-python'
  )
);
