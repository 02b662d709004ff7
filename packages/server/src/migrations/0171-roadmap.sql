-- The roadmap: how far products have come, and which others they wait for. Dates are those of the products.

CREATE TABLE roadmap_progress (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  progress smallint NOT NULL CHECK (progress BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('roadmap_progress');

CREATE TABLE roadmap_dependencies (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  depends_on uuid NOT NULL CHECK (depends_on <> product_id),
  PRIMARY KEY (tenant_id, product_id, depends_on),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, depends_on) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX roadmap_dependencies_of ON roadmap_dependencies (tenant_id, depends_on);
SELECT enable_tenant_isolation('roadmap_dependencies');
