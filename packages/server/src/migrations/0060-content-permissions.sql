-- Permissions on single things in a product: engines, documents, folders and what else has a product as its parent.
-- Which kinds there are is for the contract to say, so that a new one needs no migration.

ALTER TABLE entity_permissions DROP CONSTRAINT entity_permissions_entity_type_check;
ALTER TABLE entity_permissions ADD CONSTRAINT entity_permissions_entity_type_check
  CHECK (entity_type ~ '^[a-z][a-zA-Z]{1,30}$');
