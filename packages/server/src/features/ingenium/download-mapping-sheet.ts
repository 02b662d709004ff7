import { downloadMappingSheet } from '@sheetwright/contract/ingenium/download-mapping-sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { requireMapping } from './policy.access.ts'
import { mappingSheetsOf } from './sheet/write-mapping-sheets.ts'

export const downloadMappingSheetHandler = handle(
  downloadMappingSheet,
  async ({ caller, params, query, services: { db } }) => {
    const { name, number, mapping } = await db.inTenant(caller.tenantId, (tx) =>
      requireMapping(tx, caller, params.mapping, query.number),
    )
    return {
      fileName: `${name} ${number}.xlsx`,
      disposition: 'attachment' as const,
      open: () => sheetsFile(mappingSheetsOf(mapping)),
    }
  },
)
