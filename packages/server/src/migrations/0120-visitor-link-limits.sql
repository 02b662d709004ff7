-- What a link allows: how many visits, from which mail domains, and whether the call log shows the visitors' addresses.
-- Visits and results are counted with the link.

ALTER TABLE visitor_links
  ADD COLUMN max_uses integer CHECK (max_uses > 0),
  ADD COLUMN uses integer NOT NULL DEFAULT 0,
  ADD COLUMN results bigint NOT NULL DEFAULT 0,
  ADD COLUMN mail_domains text[] NOT NULL DEFAULT '{}',
  ADD COLUMN keeps_addresses boolean NOT NULL DEFAULT false;
