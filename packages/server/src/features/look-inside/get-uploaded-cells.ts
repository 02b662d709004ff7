import { getUploadedCells } from '@sheetwright/contract/look-inside/get-uploaded-cells.ts'
import type { SheetCells } from '@sheetwright/contract/look-inside/sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoUpload } from './look-at.access.ts'

export const getUploadedCellsHandler = handle(
  getUploadedCells,
  async ({ caller, params, body, services }) =>
    (await lookIntoUpload(services, caller, params.upload, { kind: 'cells', ...body })) as SheetCells,
)
