-- Second factors of people who sign in here, what an API key is limited to, and the addresses it was used from.

CREATE TABLE second_factors (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret text NOT NULL,
  -- Null until a first code has shown that the secret reached its owner.
  confirmed_at timestamptz(3),
  -- The time step of the last code that was taken: each is good once.
  last_step bigint NOT NULL DEFAULT 0,
  recovery_hashes text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('second_factors');

-- Null means without a limit; products and engines that are gone stay in the list, so that it never widens by itself.
ALTER TABLE api_keys
  ADD COLUMN products uuid[],
  ADD COLUMN engines uuid[],
  ADD COLUMN addresses text[];

CREATE TABLE api_key_addresses (
  tenant_id uuid NOT NULL,
  key_id uuid NOT NULL,
  address text NOT NULL,
  first_used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, key_id, address),
  FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('api_key_addresses');
