-- Links through which people without an account reach one engine, and who came through them.

CREATE TABLE visitor_links (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  -- The engine, by its name within the product.
  service_name text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
SELECT enable_tenant_isolation('visitor_links');

CREATE TABLE visitors (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  link_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  code_hash text,
  code_expires_at timestamptz,
  code_tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, link_id) REFERENCES visitor_links (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX visitors_email ON visitors (tenant_id, link_id, name_key(email));
SELECT enable_tenant_isolation('visitors');
