-- Who wants a mail about the usage of the week before.
CREATE TABLE weekly_mails (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ja')),
  -- The Monday, in UTC, of the week in which the last mail was sent, or in which it was asked for.
  sent_week date NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
SELECT enable_tenant_isolation('weekly_mails');
