-- What a product asks before a version is published: test beds that pass, and the approval of another person.

CREATE TABLE publish_rules (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  four_eyes boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('publish_rules');

CREATE TABLE publish_rule_test_beds (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  test_bed_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, product_id, test_bed_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES publish_rules (tenant_id, product_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, test_bed_id) REFERENCES test_beds (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('publish_rule_test_beds');

CREATE TABLE publish_requests (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  version_id uuid NOT NULL,
  note text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'rejected')),
  -- The checks as they stood when the request was made.
  checks jsonb NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, version_id) REFERENCES engine_versions (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, requested_by) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, decided_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX publish_requests_version ON publish_requests (tenant_id, version_id, requested_at);
SELECT enable_tenant_isolation('publish_requests');

CREATE TABLE publish_request_comments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  text text NOT NULL,
  written_by uuid NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, request_id) REFERENCES publish_requests (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, written_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX publish_request_comments_request ON publish_request_comments (tenant_id, request_id, written_at);
SELECT enable_tenant_isolation('publish_request_comments');
