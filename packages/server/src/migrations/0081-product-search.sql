-- Searching and sorting products by name without working out the key of every name each time.

ALTER TABLE products ADD COLUMN name_search text NOT NULL GENERATED ALWAYS AS (name_key(name)) STORED;
CREATE INDEX products_by_name ON products (tenant_id, name COLLATE name_order, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_by_name_down ON products (tenant_id, name COLLATE name_order DESC, id DESC)
  WHERE deleted_at IS NULL;
