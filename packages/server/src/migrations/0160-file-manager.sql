-- The file manager: folders and files of a tenant in one tree, with every version of each file.

CREATE TABLE file_entries (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  -- Null directly below the root of the files.
  parent_id uuid,
  kind text NOT NULL CHECK (kind IN ('folder', 'file')),
  name text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  privacy_level text NOT NULL DEFAULT 'Public' CHECK (privacy_level IN ('Public', 'Restricted', 'Private')),
  user_groups text[] NOT NULL DEFAULT '{}',
  user_ids uuid[] NOT NULL DEFAULT '{}',
  owner_id uuid NOT NULL,
  -- Of a file: its newest version, repeated here so that lists need no other table.
  version integer NOT NULL DEFAULT 0,
  size bigint NOT NULL DEFAULT 0,
  hash text NOT NULL DEFAULT '',
  updated_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  deleted_by uuid,
  -- The folder that was deleted and took this with it.
  deleted_with uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES file_entries (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, updated_by) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, deleted_by) REFERENCES users (tenant_id, id),
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
  CHECK ((kind = 'file') = (version > 0))
);
CREATE UNIQUE INDEX file_entries_name
  ON file_entries (tenant_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name_key(name))
  WHERE deleted_at IS NULL;
CREATE INDEX file_entries_list
  ON file_entries (tenant_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), kind DESC, name COLLATE name_order, id)
  WHERE deleted_at IS NULL;
CREATE INDEX file_entries_parent ON file_entries (tenant_id, parent_id);
CREATE INDEX file_entries_hidden ON file_entries (tenant_id, id)
  WHERE kind = 'folder' AND privacy_level <> 'Public' AND deleted_at IS NULL;
CREATE INDEX file_entries_deleted ON file_entries (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX file_entries_deleted_with ON file_entries (tenant_id, deleted_with) WHERE deleted_with IS NOT NULL;
SELECT enable_tenant_isolation('file_entries');

CREATE TABLE file_entry_versions (
  tenant_id uuid NOT NULL,
  file_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  hash text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  uploaded_by uuid NOT NULL,
  uploaded_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The older version that this one is a copy of.
  restored_from integer,
  PRIMARY KEY (tenant_id, file_id, version),
  FOREIGN KEY (tenant_id, file_id) REFERENCES file_entries (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, uploaded_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX file_entry_versions_hash ON file_entry_versions (tenant_id, hash);
SELECT enable_tenant_isolation('file_entry_versions');

-- Uploads in parts. The parts are contents like any others; they are collected once nothing refers to them.
CREATE TABLE file_uploads (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Null for the root of the files.
  folder_id uuid,
  path text NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL CHECK (size >= 1),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, folder_id) REFERENCES file_entries (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX file_uploads_user ON file_uploads (tenant_id, user_id);
CREATE INDEX file_uploads_folder ON file_uploads (tenant_id, folder_id);
SELECT enable_tenant_isolation('file_uploads');

CREATE TABLE file_upload_parts (
  tenant_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  part integer NOT NULL CHECK (part >= 1),
  hash text NOT NULL,
  size bigint NOT NULL,
  PRIMARY KEY (tenant_id, upload_id, part),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES file_uploads (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, hash) REFERENCES stored_files (tenant_id, hash)
);
CREATE INDEX file_upload_parts_hash ON file_upload_parts (tenant_id, hash);
SELECT enable_tenant_isolation('file_upload_parts');
