-- Links for people without an account lead to an engine of a product or to a file.
ALTER TABLE visitor_links
  ALTER COLUMN product_id DROP NOT NULL,
  ALTER COLUMN service_name DROP NOT NULL,
  ADD COLUMN file_id uuid,
  ADD FOREIGN KEY (tenant_id, file_id) REFERENCES file_entries (tenant_id, id) ON DELETE CASCADE,
  ADD CHECK ((product_id IS NULL) = (service_name IS NULL)),
  ADD CHECK ((product_id IS NULL) <> (file_id IS NULL));
CREATE INDEX visitor_links_file ON visitor_links (tenant_id, file_id, created_at DESC) WHERE file_id IS NOT NULL;
