-- Batches of existing clients: records come in chunks and are fetched in chunks.
CREATE TABLE batches (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  engine_id uuid NOT NULL,
  version_id uuid NOT NULL,
  service_uri text NOT NULL,
  revision text NOT NULL,
  compiler_version text NOT NULL,
  -- What chunks are computed with, and for whom.
  request jsonb NOT NULL,
  caller jsonb NOT NULL,
  owner_kind text NOT NULL,
  owner_id uuid NOT NULL,
  created_by text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'cancelled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX batches_by_time ON batches (tenant_id, updated_at DESC);
SELECT enable_tenant_isolation('batches');

CREATE TABLE batch_chunks (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  -- As its sender names it.
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'given')),
  records integer NOT NULL,
  failed integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  -- JSON; gone when it is no longer needed.
  input text,
  result text,
  input_bytes bigint NOT NULL,
  output_bytes bigint NOT NULL DEFAULT 0,
  compute_ms double precision NOT NULL DEFAULT 0,
  -- Until then the process that computes it is taken to be alive.
  leased_until timestamptz,
  PRIMARY KEY (tenant_id, batch_id, id),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES batches (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX batch_chunks_in_order ON batch_chunks (tenant_id, batch_id, state, number);
SELECT enable_tenant_isolation('batch_chunks');
