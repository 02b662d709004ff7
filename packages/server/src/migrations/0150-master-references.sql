-- Master reference documents: workbooks with tables that engines copy, their versions, and what engines bound to.

CREATE TABLE master_references (
  tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id uuid NOT NULL,
  -- What engines name in the comment of an Xref_ name.
  service_name text NOT NULL,
  owner_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX master_references_name ON master_references (tenant_id, name_key(service_name)) WHERE deleted_at IS NULL;
SELECT enable_tenant_isolation('master_references');

-- The content of a table, kept once for all versions and engines that hold the same rows.
CREATE TABLE reference_tables (
  tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
  hash text NOT NULL,
  row_count integer NOT NULL,
  -- Blank cells in rows that are not blank as a whole.
  blank_cells integer NOT NULL,
  PRIMARY KEY (tenant_id, hash)
);
SELECT enable_tenant_isolation('reference_tables');

CREATE TABLE reference_table_rows (
  tenant_id uuid NOT NULL,
  hash text NOT NULL,
  -- From 1, the row below the headings.
  position integer NOT NULL,
  -- A list: numbers, texts, booleans, null, and errors as {"error": "#N/A"}. Dates are serial numbers of the 1900 system.
  cells jsonb NOT NULL,
  PRIMARY KEY (tenant_id, hash, position),
  FOREIGN KEY (tenant_id, hash) REFERENCES reference_tables (tenant_id, hash) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('reference_table_rows');

CREATE TABLE master_reference_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  major integer NOT NULL CHECK (major >= 0),
  minor integer NOT NULL CHECK (minor >= 0),
  patch integer NOT NULL CHECK (patch >= 0),
  state text NOT NULL DEFAULT 'Draft' CHECK (state IN ('Draft', 'Active')),
  release_note text NOT NULL DEFAULT '',
  effective_start timestamptz(3) NOT NULL,
  effective_end timestamptz(3) NOT NULL,
  file_name text NOT NULL,
  file_hash text NOT NULL,
  file_size bigint NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  published_by uuid,
  published_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, document_id, major, minor, patch),
  FOREIGN KEY (tenant_id, document_id) REFERENCES master_references (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, published_by) REFERENCES users (tenant_id, id),
  CHECK (effective_start < effective_end),
  CHECK ((published_at IS NULL) = (published_by IS NULL))
);
CREATE INDEX master_reference_versions_file ON master_reference_versions (tenant_id, file_hash);
SELECT enable_tenant_isolation('master_reference_versions');

CREATE TABLE master_reference_ranges (
  tenant_id uuid NOT NULL,
  version_id uuid NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  -- As Sheet1!A1:C11, headings included.
  cell text NOT NULL,
  -- [{ "heading", "type", "numberFormat" }]
  columns jsonb NOT NULL,
  has_formulas boolean NOT NULL,
  table_hash text NOT NULL,
  PRIMARY KEY (tenant_id, version_id, name),
  FOREIGN KEY (tenant_id, version_id) REFERENCES master_reference_versions (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, table_hash) REFERENCES reference_tables (tenant_id, hash)
);
CREATE INDEX master_reference_ranges_name ON master_reference_ranges (tenant_id, name_key(name));
CREATE INDEX master_reference_ranges_table ON master_reference_ranges (tenant_id, table_hash);
SELECT enable_tenant_isolation('master_reference_ranges');

-- The Xref_ ranges of an uploaded workbook, and the master that each was bound to when it was uploaded.
CREATE TABLE engine_references (
  tenant_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  cell text NOT NULL,
  columns jsonb NOT NULL,
  table_hash text NOT NULL,
  document_id uuid NOT NULL,
  -- The version that was in effect then.
  version_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, upload_id, name),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES engine_uploads (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, table_hash) REFERENCES reference_tables (tenant_id, hash),
  FOREIGN KEY (tenant_id, document_id) REFERENCES master_references (tenant_id, id),
  FOREIGN KEY (tenant_id, version_id) REFERENCES master_reference_versions (tenant_id, id)
);
CREATE INDEX engine_references_document ON engine_references (tenant_id, document_id);
CREATE INDEX engine_references_table ON engine_references (tenant_id, table_hash);
CREATE INDEX engine_references_version ON engine_references (tenant_id, version_id);
SELECT enable_tenant_isolation('engine_references');

-- The published version of a master whose dates hold today, else the newest published one.
CREATE FUNCTION master_version_in_effect(tenant uuid, document uuid) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT v.id FROM sheetwright.master_reference_versions AS v
  WHERE v.tenant_id = tenant AND v.document_id = document AND v.state = 'Active'
  ORDER BY (v.effective_start <= now() AND v.effective_end >= now()) DESC, v.major DESC, v.minor DESC, v.patch DESC
  LIMIT 1;
END;

-- Whether a table that an uploaded workbook copied differs from the one its master has in effect.
CREATE FUNCTION reference_update_required(tenant uuid, upload uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT EXISTS (
    SELECT FROM sheetwright.engine_references AS b
    JOIN sheetwright.master_references AS d ON d.tenant_id = b.tenant_id AND d.id = b.document_id AND d.deleted_at IS NULL
    JOIN sheetwright.master_reference_ranges AS r ON r.tenant_id = b.tenant_id
      AND r.version_id = sheetwright.master_version_in_effect(b.tenant_id, b.document_id)
      AND sheetwright.name_key(r.name) = sheetwright.name_key(b.name)
    WHERE b.tenant_id = tenant AND b.upload_id = upload AND r.table_hash <> b.table_hash);
END;

-- A sync of the engines below one master: what became of each.
CREATE TABLE reference_sync_engines (
  tenant_id uuid NOT NULL,
  job_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  position integer NOT NULL,
  state text NOT NULL DEFAULT 'Waiting' CHECK (state IN ('Waiting', 'Synced', 'UpToDate', 'Failed')),
  -- The upload that the new version is made of, from the moment it exists: a job that goes on after a crash takes it up again.
  upload_id uuid,
  -- What the report says of the engine.
  outcome jsonb,
  PRIMARY KEY (tenant_id, job_id, engine_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES jobs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reference_sync_engines_engine ON reference_sync_engines (tenant_id, engine_id);
SELECT enable_tenant_isolation('reference_sync_engines');
