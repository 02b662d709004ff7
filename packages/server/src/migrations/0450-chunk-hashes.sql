-- Tells a chunk that is sent again from another one with the same id. Null for chunks of before.
ALTER TABLE batch_chunks ADD COLUMN input_hash text;
