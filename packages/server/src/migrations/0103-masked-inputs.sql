-- Inputs that the log of calls shows masked, because they say something about a person.
ALTER TABLE products ADD COLUMN masked_inputs text[] NOT NULL DEFAULT '{}';
