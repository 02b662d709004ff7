-- Addresses that are told what happens, and what they were told. Events are written by triggers, in the transaction of what
-- happened: there is no way around them, and what is undone is not told.

CREATE TABLE webhooks (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  -- Signs what is sent; the receiver has it too.
  secret text NOT NULL,
  events text[] NOT NULL,
  -- Only what happens in this product; null is everything.
  product_id uuid,
  -- Above this share of calls with errors, in percent, the event errors.above is told.
  error_percent integer NOT NULL DEFAULT 10 CHECK (error_percent BETWEEN 1 AND 100),
  active boolean NOT NULL DEFAULT true,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX webhooks_name ON webhooks (tenant_id, name_key(name));
SELECT enable_tenant_isolation('webhooks');

CREATE TABLE webhook_deliveries (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The order in which they are sent; a replay goes to the end.
  number bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id uuid NOT NULL,
  event text NOT NULL,
  -- What it is about, mostly an engine: what is told about one thing arrives in order.
  subject text NOT NULL,
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The attempt under way. A process that lost its turn to another one no longer writes how its own attempt ended.
  attempt_id uuid,
  last_status integer,
  last_problem text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  delivered_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (tenant_id, webhook_id, subject, number) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (tenant_id, webhook_id, created_at DESC, number DESC);
SELECT enable_tenant_isolation('webhook_deliveries');

-- Engines whose share of errors is above the limit of a webhook: told once, until it is below again.
CREATE TABLE webhook_alarms (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  webhook_id uuid NOT NULL,
  engine_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, webhook_id, engine_id),
  FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, engine_id) REFERENCES engines (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('webhook_alarms');

CREATE FUNCTION tell_webhooks(tenant uuid, told_event text, product uuid, told_subject text, told jsonb) RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO sheetwright.webhook_deliveries (tenant_id, webhook_id, event, subject, payload)
  SELECT tenant, w.id, told_event, told_subject, told FROM sheetwright.webhooks w
  WHERE w.tenant_id = tenant AND w.active AND told_event = ANY (w.events)
    AND (w.product_id IS NULL OR w.product_id = product)
$$;

CREATE FUNCTION tell_published_version() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  engine record;
BEGIN
  SELECT e.service_name, e.product_id, p.name AS product_name INTO engine
    FROM sheetwright.engines e JOIN sheetwright.products p ON p.tenant_id = e.tenant_id AND p.id = e.product_id
    WHERE e.tenant_id = NEW.tenant_id AND e.id = NEW.engine_id;
  PERFORM sheetwright.tell_webhooks(NEW.tenant_id, 'version.published', engine.product_id, NEW.engine_id::text, jsonb_build_object(
    'productId', engine.product_id, 'product', engine.product_name, 'engineId', NEW.engine_id,
    'engine', engine.service_name, 'versionId', NEW.id,
    'version', concat_ws('.', NEW.major, NEW.minor, NEW.patch), 'releaseNote', NEW.release_note));
  RETURN NEW;
END
$$;
CREATE TRIGGER version_published AFTER UPDATE OF published_at ON engine_versions FOR EACH ROW
  WHEN (OLD.published_at IS NULL AND NEW.published_at IS NOT NULL) EXECUTE FUNCTION tell_published_version();
CREATE TRIGGER version_inserted AFTER INSERT ON engine_versions FOR EACH ROW
  WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION tell_published_version();

CREATE FUNCTION tell_finished_job() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  product uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM sheetwright.webhooks w WHERE w.tenant_id = NEW.tenant_id AND w.active
      AND 'job.finished' = ANY (w.events)) THEN
    RETURN NEW;
  END IF;
  -- Compared as text: not every job names a product, and none may fail because of how it names one.
  SELECT p.id INTO product FROM sheetwright.products p
    WHERE p.tenant_id = NEW.tenant_id AND p.id::text = NEW.data ->> 'productId';
  IF product IS NULL THEN
    SELECT e.product_id INTO product FROM sheetwright.engines e
      WHERE e.tenant_id = NEW.tenant_id AND e.id::text = NEW.data ->> 'engineId';
  END IF;
  PERFORM sheetwright.tell_webhooks(NEW.tenant_id, 'job.finished', product, coalesce(NEW.data ->> 'engineId', NEW.id::text),
    jsonb_build_object('jobId', NEW.id, 'type', NEW.type, 'name', NEW.data ->> 'Name', 'status', NEW.status,
      'productId', product, 'failureReason', NEW.failure_reason));
  RETURN NEW;
END
$$;
CREATE TRIGGER job_finished AFTER UPDATE OF status ON jobs FOR EACH ROW
  WHEN (OLD.status IN ('Pending', 'InProgress') AND NEW.status IN ('Success', 'Fail', 'Cancelled'))
  EXECUTE FUNCTION tell_finished_job();

-- A gate fails when somebody rejects a version, and when a test bed that the product requires does not pass. Where publishing
-- is refused, its transaction is undone: the server tells that itself.
CREATE FUNCTION tell_rejected_version() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  about record;
BEGIN
  SELECT e.id AS engine_id, e.service_name, e.product_id, v.major, v.minor, v.patch INTO about
    FROM sheetwright.engine_versions v JOIN sheetwright.engines e ON e.tenant_id = v.tenant_id AND e.id = v.engine_id
    WHERE v.tenant_id = NEW.tenant_id AND v.id = NEW.version_id;
  PERFORM sheetwright.tell_webhooks(NEW.tenant_id, 'gate.failed', about.product_id, about.engine_id::text, jsonb_build_object(
    'gate', 'approval', 'productId', about.product_id, 'engineId', about.engine_id, 'engine', about.service_name,
    'versionId', NEW.version_id, 'version', concat_ws('.', about.major, about.minor, about.patch)));
  RETURN NEW;
END
$$;
CREATE TRIGGER version_rejected AFTER UPDATE OF state ON publish_requests FOR EACH ROW
  WHEN (OLD.state = 'open' AND NEW.state = 'rejected') EXECUTE FUNCTION tell_rejected_version();

CREATE FUNCTION tell_failed_tests() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  wrong bigint;
  about record;
BEGIN
  IF NOT EXISTS (SELECT FROM sheetwright.publish_rule_test_beds r WHERE r.tenant_id = NEW.tenant_id
      AND r.product_id = NEW.product_id AND r.test_bed_id = NEW.test_bed_id) THEN
    RETURN NEW;
  END IF;
  SELECT coalesce(sum(p.failed + p.errors), 0) INTO wrong FROM sheetwright.test_run_parts p
    WHERE p.tenant_id = NEW.tenant_id AND p.run_id = NEW.id;
  IF NEW.status = 'Success' AND wrong = 0 THEN
    RETURN NEW;
  END IF;
  SELECT e.service_name, b.name AS test_bed, v.major, v.minor, v.patch INTO about
    FROM sheetwright.engines e
    JOIN sheetwright.test_beds b ON b.tenant_id = e.tenant_id AND b.id = NEW.test_bed_id
    JOIN sheetwright.engine_versions v ON v.tenant_id = e.tenant_id AND v.id = NEW.version_id
    WHERE e.tenant_id = NEW.tenant_id AND e.id = NEW.engine_id;
  PERFORM sheetwright.tell_webhooks(NEW.tenant_id, 'gate.failed', NEW.product_id, NEW.engine_id::text, jsonb_build_object(
    'gate', 'tests', 'productId', NEW.product_id, 'engineId', NEW.engine_id, 'engine', about.service_name,
    'versionId', NEW.version_id, 'version', concat_ws('.', about.major, about.minor, about.patch),
    'testRunId', NEW.id, 'testBed', about.test_bed, 'wrongCases', wrong));
  RETURN NEW;
END
$$;
CREATE TRIGGER gate_tests_failed AFTER UPDATE OF status ON test_runs FOR EACH ROW
  WHEN (OLD.status IS NULL AND NEW.status IN ('Success', 'Fail')) EXECUTE FUNCTION tell_failed_tests();

CREATE FUNCTION tell_changed_master() RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  master text;
BEGIN
  SELECT m.service_name INTO master FROM sheetwright.master_references m
    WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.document_id;
  PERFORM sheetwright.tell_webhooks(NEW.tenant_id, 'master.changed', NULL, NEW.document_id::text, jsonb_build_object(
    'documentId', NEW.document_id, 'document', master, 'versionId', NEW.id,
    'version', concat_ws('.', NEW.major, NEW.minor, NEW.patch), 'state', NEW.state));
  RETURN NEW;
END
$$;
CREATE TRIGGER master_published AFTER UPDATE OF state ON master_reference_versions FOR EACH ROW
  WHEN (OLD.state = 'Draft' AND NEW.state = 'Active') EXECUTE FUNCTION tell_changed_master();
CREATE TRIGGER master_inserted AFTER INSERT ON master_reference_versions FOR EACH ROW
  WHEN (NEW.state = 'Active') EXECUTE FUNCTION tell_changed_master();
