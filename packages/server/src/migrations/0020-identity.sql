-- People, their groups and sessions, and what the embedded identity provider remembers.

CREATE TABLE user_groups (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, label)
);
SELECT enable_tenant_isolation('user_groups');

-- People of outside providers have a row too, made at their first visit: rows that name a user always find one, and
-- they can be disabled here. Their password is null, issuer and subject say who they are there.
CREATE TABLE users (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  full_name text NOT NULL,
  position text NOT NULL DEFAULT '',
  is_active boolean NOT NULL DEFAULT true,
  is_superuser boolean NOT NULL DEFAULT false,
  password_hash text,
  -- Set by someone else: good for one sign-in, which then asks for a new one.
  password_is_one_time boolean NOT NULL DEFAULT false,
  issuer text,
  subject text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((issuer IS NULL) = (subject IS NULL)),
  CHECK (issuer IS NULL OR password_hash IS NULL)
);
CREATE UNIQUE INDEX users_email ON users (tenant_id, name_key(email)) WHERE issuer IS NULL;
CREATE UNIQUE INDEX users_subject ON users (tenant_id, issuer, subject) WHERE issuer IS NOT NULL;
SELECT enable_tenant_isolation('users');

CREATE TABLE user_group_members (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  label text NOT NULL,
  PRIMARY KEY (tenant_id, user_id, label),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, label) REFERENCES user_groups (tenant_id, label)
);
CREATE INDEX user_group_members_label ON user_group_members (tenant_id, label);
SELECT enable_tenant_isolation('user_group_members');

-- One row per signed-in browser. Its id is the provider's grant; tokens carry it, and stop when the session has ended.
CREATE TABLE sign_in_sessions (
  tenant_id uuid NOT NULL,
  id text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_in_sessions_user ON sign_in_sessions (tenant_id, user_id);
SELECT enable_tenant_isolation('sign_in_sessions');

-- Only a hash of each key is kept. Looked up inside the tenant that the request names.
CREATE TABLE api_keys (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  name text NOT NULL,
  key_hash text NOT NULL,
  key_start text NOT NULL,
  group_label text NOT NULL,
  scopes text[] NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, group_label) REFERENCES user_groups (tenant_id, label),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id),
  CHECK (scopes <@ ARRAY['execute', 'author', 'logs'] AND cardinality(scopes) > 0)
);
CREATE UNIQUE INDEX api_keys_hash ON api_keys (tenant_id, key_hash);
CREATE UNIQUE INDEX api_keys_name ON api_keys (tenant_id, name_key(name));
SELECT enable_tenant_isolation('api_keys');

-- Failed sign-ins by account and by address, both as hashes: what people type into the wrong field stays unknown.
CREATE TABLE sign_in_attempts (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  blocked_until timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT enable_system_isolation('sign_in_attempts');

-- Codes, tokens, grants and sessions of the embedded provider. Ids are hashes: a copy of the table signs nobody in.
CREATE TABLE oidc_payloads (
  model text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (model, id)
);
CREATE INDEX oidc_payloads_grant ON oidc_payloads (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_payloads_uid ON oidc_payloads (uid) WHERE uid IS NOT NULL;
CREATE INDEX oidc_payloads_expiry ON oidc_payloads (expires_at);
SELECT enable_system_isolation('oidc_payloads');
