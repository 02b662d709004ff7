-- Addresses that people keep for themselves, with what the address does not say.

CREATE TABLE bookmarks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  product_id uuid,
  name text NOT NULL,
  url text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
-- Names differ within a product, and among the bookmarks outside of products.
CREATE UNIQUE INDEX bookmarks_name ON bookmarks (tenant_id, user_id, product_id, name_key(name)) NULLS NOT DISTINCT;
CREATE INDEX bookmarks_url ON bookmarks (tenant_id, user_id, md5(url));
SELECT enable_tenant_isolation('bookmarks');
