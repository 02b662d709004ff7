-- The master API definition of a product: its versions, and what an engine that does not fit meets.

CREATE TABLE master_api_versions (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  state text NOT NULL DEFAULT 'Draft' CHECK (state IN ('Draft', 'Active')),
  file_name text NOT NULL,
  -- One object a field, as the contract has it.
  fields jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  published_at timestamptz(3),
  PRIMARY KEY (tenant_id, product_id, version),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
SELECT enable_tenant_isolation('master_api_versions');

CREATE TABLE master_api_settings (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('warn', 'block')),
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('master_api_settings');
