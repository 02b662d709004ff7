-- Documents of products, in named sections, with every version of each.

CREATE TABLE product_sections (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  name text NOT NULL,
  -- From 1 and without gaps within a product.
  position integer NOT NULL CHECK (position >= 1),
  file_types text[] NOT NULL,
  -- The rule of groups that is asked before something is added.
  add_rule text NOT NULL CHECK (add_rule IN ('AddBrochure', 'AddDocumentation')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  -- What documents refer to, so that none is in a section of another product.
  UNIQUE (tenant_id, product_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX product_sections_name ON product_sections (tenant_id, product_id, name_key(name));
SELECT enable_tenant_isolation('product_sections');

CREATE TABLE product_documents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  -- Null when the section was deleted after the document, or with it.
  section_id uuid,
  -- Where a deleted document was.
  section_name text NOT NULL,
  file_name text NOT NULL,
  file_type text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  -- The newest one.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  deleted_by uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id, section_id) REFERENCES product_sections (tenant_id, product_id, id)
    ON DELETE SET NULL (section_id),
  FOREIGN KEY (tenant_id, deleted_by) REFERENCES users (tenant_id, id),
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
  CHECK (section_id IS NOT NULL OR deleted_at IS NOT NULL)
);
CREATE UNIQUE INDEX product_documents_name ON product_documents (tenant_id, section_id, name_key(file_name))
  WHERE deleted_at IS NULL;
CREATE INDEX product_documents_updated ON product_documents (tenant_id, product_id, updated_at DESC, id)
  WHERE deleted_at IS NULL;
CREATE INDEX product_documents_section ON product_documents (tenant_id, product_id, section_id);
CREATE INDEX product_documents_deleted ON product_documents (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
SELECT enable_tenant_isolation('product_documents');

CREATE TABLE product_document_versions (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  hash text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  uploaded_by uuid NOT NULL,
  uploaded_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The older version that this one is a copy of.
  restored_from integer,
  -- The same as PDF, made when somebody first looked at it.
  pdf_hash text,
  PRIMARY KEY (tenant_id, document_id, version),
  FOREIGN KEY (tenant_id, document_id) REFERENCES product_documents (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, pdf_hash) REFERENCES stored_files (tenant_id, hash),
  FOREIGN KEY (tenant_id, uploaded_by) REFERENCES users (tenant_id, id)
);
CREATE INDEX product_document_versions_hash ON product_document_versions (tenant_id, hash);
CREATE INDEX product_document_versions_pdf ON product_document_versions (tenant_id, pdf_hash) WHERE pdf_hash IS NOT NULL;
SELECT enable_tenant_isolation('product_document_versions');

CREATE TABLE product_document_favourites (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  document_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, user_id, document_id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES product_documents (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX product_document_favourites_document ON product_document_favourites (tenant_id, document_id);
SELECT enable_tenant_isolation('product_document_favourites');

-- Products that are there already get the sections that new ones have.
INSERT INTO product_sections (tenant_id, id, product_id, name, position, file_types, add_rule)
SELECT products.tenant_id, gen_random_uuid(), products.id, given.name, given.position, given.file_types, given.add_rule
FROM products, (VALUES
  ('serviceDocumentation', 1, '{Excel,PDF,Word,PowerPoint,Image,HTML,HTM}'::text[], 'AddDocumentation'),
  ('brochure', 2, '{PDF,Word,PowerPoint,Image}'::text[], 'AddBrochure'),
  ('images', 3, '{Image}'::text[], 'AddDocumentation')
) AS given (name, position, file_types, add_rule);

-- The rich text that introduces a product.
ALTER TABLE products ADD COLUMN summary text NOT NULL DEFAULT '';
