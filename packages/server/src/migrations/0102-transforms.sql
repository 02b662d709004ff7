-- Mappings of foreign requests and answers to those of services; every save is another version.
CREATE TABLE transforms (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  product_id uuid NOT NULL,
  name text NOT NULL,
  version integer NOT NULL,
  content jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, product_id, name, version),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX transforms_name ON transforms (tenant_id, product_id, name_key(name), version);
SELECT enable_tenant_isolation('transforms');
