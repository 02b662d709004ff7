import { getTestBedTemplate } from '@sheetwright/contract/test-beds/get-test-bed-template.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireTemplate } from './test-bed.access.ts'

export const getTestBedTemplateHandler = handle(getTestBedTemplate, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => requireTemplate(tx, caller, params.template, 'read')),
)
