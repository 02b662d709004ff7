import { getTestBedTemplateVersions } from '@sheetwright/contract/test-beds/get-test-bed-template-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireTemplate } from './test-bed.access.ts'
import { listTemplateVersions } from './test-bed-template.store.ts'

export const getTestBedTemplateVersionsHandler = handle(
  getTestBedTemplateVersions,
  ({ caller, params, services: { db } }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { id } = await requireTemplate(tx, caller, params.template, 'read')
      const items = await listTemplateVersions(tx, id)
      return { items, count: items.length }
    }),
)
