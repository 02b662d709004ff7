-- Who may do what with a product and with single things in it. What is given on a product holds for all its content.

CREATE TABLE entity_permissions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The product that the entity is or belongs to.
  product_id uuid NOT NULL,
  entity_type text NOT NULL CHECK (entity_type IN ('product')),
  entity_id uuid NOT NULL,
  -- Either a person or a group.
  user_id uuid,
  group_label text,
  -- 1 view, 2 edit, 3 manage; each includes the ones below.
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  granted_by uuid NOT NULL,
  granted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, group_label) REFERENCES user_groups (tenant_id, label) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, granted_by) REFERENCES users (tenant_id, id),
  CHECK ((user_id IS NULL) <> (group_label IS NULL)),
  CHECK (entity_type <> 'product' OR entity_id = product_id)
);
CREATE UNIQUE INDEX entity_permissions_user ON entity_permissions (tenant_id, entity_type, entity_id, user_id)
  WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX entity_permissions_group ON entity_permissions (tenant_id, entity_type, entity_id, group_label)
  WHERE group_label IS NOT NULL;
CREATE INDEX entity_permissions_of_user ON entity_permissions (tenant_id, user_id);
CREATE INDEX entity_permissions_of_group ON entity_permissions (tenant_id, group_label);
CREATE INDEX entity_permissions_product ON entity_permissions (tenant_id, product_id);
SELECT enable_tenant_isolation('entity_permissions');
