-- Programs that call: who answers for each, what it may use and how often. Its keys carry a copy of that, so that a call
-- looks at one row.
CREATE TABLE api_clients (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  name text NOT NULL,
  owner text NOT NULL,
  contact text NOT NULL,
  group_label text NOT NULL,
  products uuid[],
  engines uuid[],
  -- Null is the limit of the installation.
  requests_per_minute integer CHECK (requests_per_minute > 0),
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, group_label) REFERENCES user_groups (tenant_id, label),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX api_clients_name ON api_clients (tenant_id, name_key(name));
SELECT enable_tenant_isolation('api_clients');

ALTER TABLE api_keys
  ADD COLUMN client_id uuid,
  ADD COLUMN requests_per_minute integer,
  ADD FOREIGN KEY (tenant_id, client_id) REFERENCES api_clients (tenant_id, id);
CREATE INDEX api_keys_client ON api_keys (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX call_series_caller ON call_series (tenant_id, caller_id) WHERE caller_kind = 'key';
