-- The CSV of a portfolio's results is made from their Parquet file when it is downloaded.
ALTER TABLE portfolio_runs DROP COLUMN csv_hash;
ALTER TABLE portfolio_run_parts DROP COLUMN csv_hash;
