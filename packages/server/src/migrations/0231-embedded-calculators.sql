-- Sites that may show the calculator of a link in a frame.
ALTER TABLE visitor_links ADD COLUMN embed_origins text[] NOT NULL DEFAULT '{}';
