-- How well a workbook is kept, from 0 to 100. Null where it was built before this was computed.
ALTER TABLE engine_uploads ADD COLUMN lint_score smallint CHECK (lint_score BETWEEN 0 AND 100);
