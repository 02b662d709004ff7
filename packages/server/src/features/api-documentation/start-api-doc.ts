import { startApiDoc } from '@sheetwright/contract/api-documentation/start-api-doc.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { apiDocumentation } from './api-documentation.job.ts'

export const startApiDocHandler = handle(startApiDoc, ({ caller, body, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { name } = await requireProduct(tx, caller, body.product, 'read')
    const userId = await personBehind(tx, caller)
    return { jobId: await jobs.enqueue(tx, apiDocumentation, userId, { Name: name, caller, wanted: body }) }
  }),
)
