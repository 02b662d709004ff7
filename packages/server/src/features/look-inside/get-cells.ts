import { getCells } from '@sheetwright/contract/look-inside/get-cells.ts'
import type { SheetCells } from '@sheetwright/contract/look-inside/sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoVersion } from './look-at.access.ts'

export const getCellsHandler = handle(getCells, async ({ caller, params, body, services }) => {
  const { run: asked, ...cells } = body
  const question = (run: Parameters<Parameters<typeof lookIntoVersion>[3]['question']>[0]) =>
    ({ kind: 'cells', ...cells, run }) as const
  return (await lookIntoVersion(services, caller, params, { question, run: asked })) as SheetCells
})
