-- What the members of a group may do and how much of it. A group without a row is not bound by anything.

CREATE TABLE user_group_rules (
  tenant_id uuid NOT NULL,
  label text NOT NULL,
  rules jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, label),
  FOREIGN KEY (tenant_id, label) REFERENCES user_groups (tenant_id, label) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('user_group_rules');
