-- The board of a tenant: columns in their order, and where products were put. A product without a card is in the first column.

CREATE TABLE board_columns (
  tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  -- Set while the column has the name it was made with, which pages show in the reader's language.
  built_in text CHECK (built_in IN ('ideas', 'design', 'review', 'launched')),
  position integer NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX board_columns_name ON board_columns (tenant_id, name_key(name));
SELECT enable_tenant_isolation('board_columns');

CREATE TABLE board_cards (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  column_id uuid NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (tenant_id, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, column_id) REFERENCES board_columns (tenant_id, id)
);
CREATE INDEX board_cards_column ON board_cards (tenant_id, column_id, position);
SELECT enable_tenant_isolation('board_cards');
