-- Products with each person's favourites, and the lists of choices that a tenant keeps.

CREATE TABLE products (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  name text NOT NULL,
  category text[] NOT NULL DEFAULT '{}',
  description text NOT NULL DEFAULT '',
  launch_date date,
  start_date date,
  status text NOT NULL DEFAULT 'Design' CHECK (status IN ('Design', 'Production', 'Archive')),
  owner_id uuid NOT NULL,
  -- Milliseconds, as they travel: what a client sends back is compared with what is here.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  deleted_by uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, deleted_by) REFERENCES users (tenant_id, id),
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
);
CREATE UNIQUE INDEX products_name ON products (tenant_id, name_key(name)) WHERE deleted_at IS NULL;
CREATE INDEX products_updated ON products (tenant_id, updated_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX products_owner ON products (tenant_id, owner_id, updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_deleted ON products (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
SELECT enable_tenant_isolation('products');

CREATE TABLE product_favourites (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, user_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX product_favourites_product ON product_favourites (tenant_id, product_id);
SELECT enable_tenant_isolation('product_favourites');

-- A tenant's own entries, laid over the built-in ones by key. Without a value the entry hides a built-in one.
CREATE TABLE lookup_entries (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  lookup text NOT NULL,
  key text NOT NULL,
  value text,
  icon text,
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, lookup, key)
);
SELECT enable_tenant_isolation('lookup_entries');
