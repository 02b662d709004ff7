-- Links for visitors can be taken back. What was done through them stays known.

ALTER TABLE visitor_links
  ADD COLUMN revoked_at timestamptz,
  ADD COLUMN revoked_by uuid,
  ADD CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  ADD FOREIGN KEY (tenant_id, revoked_by) REFERENCES users (tenant_id, id);
CREATE INDEX visitor_links_product ON visitor_links (tenant_id, product_id, created_at DESC);
