-- How an author wants cells that need their own value to be computed. Null leaves it to the workbook.
ALTER TABLE engine_uploads ADD COLUMN iteration jsonb;
