import { listTestBedTemplates } from '@sheetwright/contract/test-beds/list-test-bed-templates.ts'
import { handle } from '../../platform/http/handle.ts'
import { listTemplates } from './test-bed-template.store.ts'

export const listTestBedTemplatesHandler = handle(listTestBedTemplates, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => listTemplates(tx, caller, body)),
)
