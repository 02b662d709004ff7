-- Keys that a person gave to a command line: they may do what that person may, for as long as the person may sign in.
ALTER TABLE api_keys
  ADD COLUMN person_id uuid,
  -- Groups that an outside identity provider named; those of our own users are read anew for every use.
  ADD COLUMN person_groups text[],
  ADD FOREIGN KEY (tenant_id, person_id) REFERENCES users (tenant_id, id);
CREATE INDEX api_keys_person ON api_keys (tenant_id, person_id) WHERE person_id IS NOT NULL;

-- Command lines that ask to be signed in. Whoever confirms one brings the tenant. The key is made when the command line
-- fetches it, so no secret is kept here.
CREATE TABLE device_logins (
  device_hash text PRIMARY KEY,
  user_code text NOT NULL UNIQUE,
  machine text NOT NULL,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  asked_at timestamptz(3),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'refused')),
  -- Of the person who confirmed it: tenant, id and groups.
  confirmed_in uuid,
  confirmed_by uuid,
  confirmed_groups text[]
);
SELECT enable_system_isolation('device_logins');
