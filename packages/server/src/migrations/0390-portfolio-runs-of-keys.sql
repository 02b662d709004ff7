-- The API key that a run was started with. The person who made the key is its creator.
ALTER TABLE portfolio_runs ADD COLUMN key_id uuid;
ALTER TABLE portfolio_runs ADD FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys (tenant_id, id)
  ON DELETE SET NULL (key_id);
CREATE INDEX portfolio_runs_key ON portfolio_runs (tenant_id, key_id);
