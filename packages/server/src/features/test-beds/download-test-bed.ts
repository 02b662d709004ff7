import { downloadTestBed } from '@sheetwright/contract/test-beds/download-test-bed.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SheetValue } from '../../platform/workbook/sheets-file.ts'
import { sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { casesOf } from './case-lines.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { cellOf, templateColumns, templateSheets } from './template-sheets.ts'
import { requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { blocksOf, readBlock } from './test-case.store.ts'

export const downloadTestBedHandler = handle(downloadTestBed, async ({ caller, params, services: { db, files } }) => {
  const { tenantId } = caller
  const found = await db.inTenant(tenantId, async (tx) => {
    const testBed = await requireTestBed(tx, caller, params.testbed, 'read')
    const version = await requireTestBedVersion(tx, testBed, params.version)
    const engine = await requireEngineById(tx, caller, testBed.engineId, 'read')
    return { testBed, version, engineVersion: await meantVersion(tx, engine, undefined) }
  })
  const { testBed, version, engineVersion } = found
  const ports = await interfaceOf(files, tenantId, engineVersion)
  const columns = templateColumns(ports, { inputs: version.inputs, outputs: version.outputs })
  const engine = { serviceName: testBed.serviceName, revision: engineVersion.revision }
  const rows = caseRows(db, tenantId, version.id, columns)
  return {
    fileName: `${testBed.name} ${version.number}.xlsx`,
    open: () => sheetsFile(templateSheets(engine, columns, testBed.tolerances, rows)),
  }
})

async function* caseRows(
  db: Database,
  tenantId: string,
  versionId: string,
  columns: { readonly inputs: readonly { name: string }[]; readonly outputs: readonly { name: string }[] },
): AsyncGenerator<readonly SheetValue[]> {
  for (const { block } of await db.inTenant(tenantId, (tx) => blocksOf(tx, versionId))) {
    const stored = await db.inTenant(tenantId, (tx) => readBlock(tx, versionId, block))
    for (const { name, weight, segment, inputs, expected } of stored ? casesOf(stored) : []) {
      yield [
        name,
        weight,
        segment,
        ...columns.inputs.map((column) => cellOf(inputs[column.name])),
        ...columns.outputs.map((column) => cellOf(expected?.[column.name])),
      ]
    }
  }
}
