-- Forms of calculators as their authors made them: one draft an engine, and what was published of it.

CREATE TABLE form_drafts (
  tenant_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  layout jsonb NOT NULL,
  -- The inputs and outputs that the layout was made for.
  ports jsonb NOT NULL,
  edition integer NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, engine_id),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('form_drafts');

CREATE TABLE form_versions (
  tenant_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  layout jsonb NOT NULL,
  ports jsonb NOT NULL,
  note text NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, engine_id, number),
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('form_versions');
