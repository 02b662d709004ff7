-- Mail waits here until it is delivered; without a mail server it stays, for administrators to read.

CREATE TABLE mails (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX mails_waiting ON mails (tenant_id, next_attempt_at) WHERE sent_at IS NULL;
SELECT enable_tenant_isolation('mails');

-- Links with which somebody chooses a password: an invitation, or after forgetting it. Only a hash of each is kept.
CREATE TABLE password_links (
  tenant_id uuid NOT NULL,
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX password_links_user ON password_links (tenant_id, user_id);
SELECT enable_tenant_isolation('password_links');
