import { downloadTestBedTemplate } from '@sheetwright/contract/test-beds/download-test-bed-template.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { exampleRow, templateColumns, templateSheets } from './template-sheets.ts'
import { requireTemplate } from './test-bed.access.ts'
import { listTemplateVersions } from './test-bed-template.store.ts'

export const downloadTestBedTemplateHandler = handle(
  downloadTestBedTemplate,
  async ({ caller, params, query, services: { db, files } }) => {
    const { template, made, version } = await db.inTenant(caller.tenantId, async (tx) => {
      const found = await requireTemplate(tx, caller, params.template, 'read')
      const versions = await listTemplateVersions(tx, found.id)
      const chosen = versions.find(({ number }) => query.number === undefined || number === query.number)
      if (chosen === undefined) {
        throw new CallError('TESTBED_TEMPLATE_NOT_FOUND', `The template has no version ${query.number}`)
      }
      const engine = await requireEngineById(tx, caller, found.engineId, 'read')
      return { template: found, made: chosen, version: await meantVersion(tx, engine, chosen.engineVersionId) }
    })
    const columns = templateColumns(await interfaceOf(files, caller.tenantId, version), made)
    const engine = { serviceName: template.serviceName, revision: version.revision }
    return {
      fileName: `${template.name}.xlsx`,
      open: () => sheetsFile(templateSheets(engine, columns, {}, [exampleRow(columns)])),
    }
  },
)
