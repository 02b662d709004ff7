-- Inputs and outputs that were marked on the sheet instead of named in Excel, with what finds them again in the next workbook.
ALTER TABLE engine_uploads ADD COLUMN marks jsonb;
