import { listDmlRuns } from '@sheetwright/contract/dml/list-dml-runs.ts'
import { handle } from '../../platform/http/handle.ts'
import { listDmlRuns as readRuns } from './dml-run.store.ts'
import { seenRunsOf } from './dml-source.access.ts'

export const listDmlRunsHandler = handle(listDmlRuns, ({ caller, body, services: { db } }) => {
  const { page, pageSize, search, sort } = body
  const wanted = { page, pageSize, search, oldestFirst: sort === 'createdAt' }
  return db.inTenant(caller.tenantId, (tx) => readRuns(tx, seenRunsOf(caller), wanted))
})
