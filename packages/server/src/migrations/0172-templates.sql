-- Workbooks that engines are started from. Starters come with the product: their file is part of it, not of the tenant.

CREATE TABLE templates (
  tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  categories text[] NOT NULL DEFAULT '{}',
  description text NOT NULL DEFAULT '',
  -- Which starter the row was made from; it keeps the starter from coming back after it was deleted.
  starter text,
  -- The starter was changed: its name and description are somebody's own.
  changed boolean NOT NULL DEFAULT false,
  -- More words that a search finds it by.
  words text NOT NULL DEFAULT '',
  file_name text NOT NULL,
  file_hash text,
  file_size bigint NOT NULL,
  owner_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash),
  CHECK (file_hash IS NOT NULL OR starter IS NOT NULL)
);
CREATE UNIQUE INDEX templates_name ON templates (tenant_id, name_key(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX templates_starter ON templates (tenant_id, starter) WHERE starter IS NOT NULL;
CREATE INDEX templates_file ON templates (tenant_id, file_hash);
SELECT enable_tenant_isolation('templates');

CREATE TABLE template_favourites (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  template_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, user_id, template_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, template_id) REFERENCES templates (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('template_favourites');
