import { Readable } from 'node:stream'
import { downloadEngineTemplate } from '@sheetwright/contract/test-beds/download-engine-template.ts'
import { csvLine } from '../../platform/csv/csv-line.ts'
import { handle } from '../../platform/http/handle.ts'
import { sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { exampleRow, headingsOf, templateColumns, templateSheets } from './template-sheets.ts'

export const downloadEngineTemplateHandler = handle(
  downloadEngineTemplate,
  async ({ caller, params, query, services: { db, files } }) => {
    const { engine, version } = await db.inTenant(caller.tenantId, async (tx) => {
      const found = await requireEngineById(tx, caller, params.engine, 'read')
      return { engine: found, version: await meantVersion(tx, found, query.version) }
    })
    const ports = await interfaceOf(files, caller.tenantId, version)
    const columns = templateColumns(ports, { inputs: null, outputs: null })
    const name = `${engine.serviceName} ${version.revision} test cases`
    if (query.format === 'csv') {
      const names = (list: readonly { readonly name: string }[]) => list.map((port) => port.name)
      const example = exampleRow(columns).map((value) => (typeof value === 'number' ? value : String(value ?? '')))
      const lines = [`\uFEFF${csvLine(headingsOf(names(columns.inputs), names(columns.outputs)))}`, csvLine(example)]
      return { fileName: `${name}.csv`, contentType: 'text/csv; charset=utf-8', open: () => Readable.from(lines) }
    }
    const about = { serviceName: engine.serviceName, revision: version.revision }
    return {
      fileName: `${name}.xlsx`,
      open: () => sheetsFile(templateSheets(about, columns, {}, [exampleRow(columns)])),
    }
  },
)
