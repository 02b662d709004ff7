-- How an organisation shows itself to visitors.
ALTER TABLE tenants
  ADD COLUMN brand_name text,
  ADD COLUMN brand_logo text,
  ADD COLUMN brand_colour text;
