-- The cover image of a product: content that is kept as long as a product refers to it.
ALTER TABLE products
  ADD COLUMN cover_hash text,
  ADD FOREIGN KEY (tenant_id, cover_hash) REFERENCES stored_files (tenant_id, hash);
CREATE INDEX products_cover ON products (tenant_id, cover_hash) WHERE cover_hash IS NOT NULL;
